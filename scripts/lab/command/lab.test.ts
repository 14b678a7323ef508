import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { tools as laboratory } from "../tools.ts"
import { runLab } from "./lab.ts"
import { Misuse } from "./misuse.ts"
import { flag, list, neededText, oneOf, whole } from "./option.ts"
import { tool } from "./tool.ts"

const tools = {
  count: tool({
    about: "Counts words.",
    options: {
      of: neededText("FILE", "what is counted"),
      only: list("WORD,WORD", "these alone"),
      least: whole("the least that passes", 1, 0),
      by: oneOf(["hand", "machine"], "how", "machine"),
      loud: flag("tell all"),
    },
    async run(asked) {
      if (asked.of === "nothing") throw new Misuse("--of: there is nothing")
      return { passed: asked.least < 2, text: "# counted", data: asked }
    },
  }),
}

function lab(...args: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), "lab "))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return runLab(args, tools, root).then((ended) => ({ ...ended, root }))
}

test("a report is written for people and for programs, and its end is the exit code", async () => {
  const { code, stdout, stderr, root } = await lab("count", "--of", "a.txt", "--only", "a,b", "--only", "c")
  expect([code, stdout]).toEqual([0, "# counted"])
  const file = join(root, ".cache/lab/count.md")
  expect(stderr).toBe(`written to ${file}`)
  expect(readFileSync(file, "utf8")).toBe("# counted\n")
  expect(JSON.parse(readFileSync(join(root, ".cache/lab/count.json"), "utf8"))).toEqual({
    of: "a.txt",
    only: ["a", "b", "c"],
    least: 1,
    by: "machine",
    loud: false,
  })
  expect(await lab("count", "--of", "a.txt", "--least", "2")).toMatchObject({ code: 1 })
})

test("--json prints the data alone, and --out says where files go", async () => {
  const out = join(mkdtempSync(join(tmpdir(), "lab out ")), "new")
  onTestFinished(() => rmSync(join(out, ".."), { recursive: true }))
  const { stdout, root } = await lab("count", "--of", "a.txt", "--loud", "--json", "--out", out)
  expect(JSON.parse(stdout)).toMatchObject({ loud: true })
  expect(existsSync(join(out, "count.md"))).toBe(true)
  expect(existsSync(join(root, ".cache"))).toBe(false)
})

test.each([
  [["cuont"], "there is no cuont; did you mean count?"],
  [["count", "--off", "a"], "unknown option --off; did you mean --of?"],
  [["count"], "--of FILE is missing: what is counted"],
  [["count", "--of", "a", "--least", "-1"], "--least"],
  [["count", "--of", "a", "--least", "few"], '--least: expected a whole number of at least 0, got "few"'],
  [["count", "--of", "a", "--by", "foot"], '--by: expected hand or machine, got "foot"'],
  [["count", "--of", "a", "--loud=yes"], "--loud"],
  [["count", "--of", "a", "more"], "more"],
  [["count", "--of", "nothing"], "--of: there is nothing"],
])("%j is refused before the usage", async (args, message) => {
  const { code, stdout, stderr, root } = await lab(...args)
  expect([code, stdout]).toEqual([2, ""])
  expect(stderr.split("\n\n", 1)[0]).toContain(message)
  expect(stderr).toContain("npm run lab -- ")
  expect(existsSync(join(root, ".cache"))).toBe(false)
})

test("without a name all tools are listed, and a name with --help has its options", async () => {
  const listed = await runLab([], laboratory, "")
  expect(listed.code).toBe(0)
  for (const [name, { about, options }] of Object.entries(laboratory)) {
    expect(about).toMatch(/^[A-Z].*\.$/)
    expect(listed.stdout).toContain(about)
    const { stdout } = await runLab([name, "--help"], laboratory, "")
    for (const option of [...Object.keys(options), "json", "out"]) expect(stdout).toContain(`--${option}`)
  }
})
