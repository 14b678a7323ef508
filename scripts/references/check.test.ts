import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, expect, test } from "vitest"
import { checkReferences } from "./check.mjs"

const trees: string[] = []

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

function treeOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "references-"))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

function problemsOf(files: Record<string, string>): string[] {
  return checkReferences(treeOf(files)).problems.map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  )
}

const REQUIREMENTS = {
  "conformance/requirements.yaml": `presupposes:
  ladder.gone:
    [a]

promises:
  # Ladder.
  ladder.steps:
    text: Trips MUST climb.
    origin: harn-v1

golden:
  ladder.knob:
    text: A knob MUST count.
    origin: harn-v1
`,
}

test("requirements that exist may be cited, by their id or by the beginning of several", () => {
  const problems = problemsOf({
    ...REQUIREMENTS,
    "packages/runtime/src/a.ts": "/** Climbs. @requirement ladder.steps */",
    "packages/runtime/src/b.ts": "/**\n * Climbs. @requirement ladder.steps,\n * ladder.knob\n */",
    "conformance/requirements.yaml": REQUIREMENTS["conformance/requirements.yaml"].replaceAll(
      "ladder.",
      "ladder.up.",
    ),
    "README.md": "`@requirement ladder.up` is both.",
  })
  expect(problems).toEqual([
    expect.stringContaining("packages/runtime/src/a.ts:1 ladder.steps is no requirement"),
    expect.stringContaining("packages/runtime/src/b.ts:2 ladder.steps is no requirement"),
    expect.stringContaining("packages/runtime/src/b.ts:2 ladder.knob is no requirement"),
  ])
  expect(
    problemsOf({
      ...REQUIREMENTS,
      "a.ts": "// @requirement ladder.steps, ladder.knob",
      "b.py": "# a ladder",
    }),
  ).toEqual([])
})

test.each(["ladder.step", "ladder.gone", "ladder.steps.first", "ladder", ""])(
  "@requirement %s is refused",
  (id) => {
    expect(problemsOf({ ...REQUIREMENTS, "a.ts": `/** Climbs. @requirement ${id} */` })).toHaveLength(1)
  },
)

test.each([
  "the table of facts 5.2",
  "as it was (repair-loop facts, section 8.2)",
  "sorted (verifier facts A4)",
  "the verifier facts say so",
  "closed at once (B15)",
  "kept (architecture section 4)",
  "bounded (design 3.1)",
  "see spec 3.1",
  "see § 4",
  "one trip a slot (readings, Core)",
  'one trip a slot (readings "Stuck trips")',
  "as in the seed",
  "the seed's behaviour",
  "again and again (seed, behaviour 3)",
  "the spec says so",
  "a rule of the house style",
  "see ../shared/design/readings.md",
  "see findings/house.md",
])("what the repository does not hold may not be cited: %s", (words) => {
  const files = {
    "packages/runtime/src/a.ts": `/**\n * Folds a turn,\n * ${words.replace(/ (?=\S+$)/, "\n * ")}.\n */`,
    "docs/a.md": `# A page\n\n${words}\n`,
    "conformance/cases/a.yaml": `# ${words}`,
  }
  expect(problemsOf(files).map((problem) => problem.split(" ")[0])).toEqual([
    "conformance/cases/a.yaml:1",
    "docs/a.md:3",
    expect.stringMatching(/^packages\/runtime\/src\/a\.ts:[34]$/),
  ])
})

test.each([
  "const facts = 5",
  "the facts a critic reads",
  "read(facts, 4)",
  "the same for the same seed",
  "the timeline of the seed",
  "the spec reporter of mocha",
  "RFC 9110, section 5.3",
  "Range(A1)",
  "read(readings, Results)",
])("near miss: %s", (words) => {
  expect(problemsOf({ "a.ts": words })).toEqual([])
})

test("a requirement without a case needs a test that cites it", () => {
  const text = `${REQUIREMENTS["conformance/requirements.yaml"]}    no_case: It needs a model.\n`
  const files = { "conformance/requirements.yaml": text, "a.ts": "// @requirement ladder.knob" }
  expect(problemsOf(files)).toEqual([
    expect.stringContaining("conformance/requirements.yaml:12 ladder.knob has no case, and no test cites it"),
  ])
  expect(problemsOf({ ...files, "a.test.ts": "// @requirement ladder.knob" })).toEqual([])
})

test("what is installed, built, generated or printed by tools is left alone", () => {
  const text = "as in the seed"
  const paths = ["node_modules/a.ts", "packages/a/dist/a.js", "api/a.md", "src/fixtures/a.txt", ".tsc/a.js"]
  expect(problemsOf(Object.fromEntries(paths.map((path) => [path, text])))).toEqual([])
})

test("the command lists the problems and exits 1, or counts the files and exits 0", () => {
  const command = fileURLToPath(new URL("../check-references.mjs", import.meta.url))
  const fine = spawnSync(process.execPath, [command, treeOf({ "a.ts": "" })], { encoding: "utf8" })
  expect(fine).toMatchObject({ status: 0, stdout: "1 files, 0 problems\n" })
  const red = spawnSync(process.execPath, [command, treeOf({ "a.ts": "// as in the seed" })], {
    encoding: "utf8",
  })
  expect(red.status).toBe(1)
  expect(red.stdout).toContain("a.ts:1")
})
