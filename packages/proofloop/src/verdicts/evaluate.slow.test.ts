import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { EVIDENCE, serve, serveUntilStopped, submit } from "./serve.fixture.ts"
import { emptyFolder } from "./shop.fixture.ts"

const LENSES = ["wiring", "concurrency-security", "contract-conformance"]
const verdicts = LENSES.map((lens) => ({ lens, verdict: "pass", evidence: EVIDENCE }))
const good = { verdicts, label: "PASS" }
const bad = { verdicts: [{ ...verdicts[0], verdict: "fail" }, ...verdicts.slice(1)], label: "HARD-STOP" }

async function folderOf(fixtures: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await emptyFolder()
  for (const [name, content] of Object.entries(fixtures)) {
    await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))
  }
  return folder
}

test("the fixtures that come with it are all as labelled, wherever it is called", async () => {
  const cwd = await emptyFolder()
  const { code, stdout, stderr } = await call(["verify", "eval"], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toMatch(/^(\d+) fixtures, \1 as labelled\naccuracy 1\.000, precision 1\.000, recall 1\.000/)
  expect(stdout).toContain("missed bad builds 0")
})

test("a good build and a seeded bad one, as JSON", async () => {
  const cwd = await folderOf({ "good build.json": good, "seeded.json": bad, "notes.txt": "no fixture" })
  const { code, stdout, stderr } = await call(["verify", "eval", "--fixtures", ".", "--json"], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(JSON.parse(stdout)).toMatchObject({
    fixtures: 2,
    ok: true,
    accuracy: 1,
    recall: 1,
    precision: 1,
    tp: 1,
    tn: 1,
    fp: 0,
    fn: 0,
    rows: [
      { fixture: "good build" },
      { fixture: "seeded", label: "HARD-STOP", outcome: "HARD-STOP", match: true },
    ],
  })
})

test("a bad build that passes is a mismatch: exit 1", async () => {
  const cwd = await folderOf({ "race.json": { ...good, label: "HARD-STOP" } })
  const { code, stdout } = await call(["verify", "eval", "--fixtures", cwd])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^MISMATCH {2}race: HARD-STOP expected, PASS: /)
  expect(stdout).toContain("recall 0.000\nmissed bad builds 1")
})

test("what cannot be computed is said to be undefined, in JSON null", async () => {
  const cwd = await folderOf({ "good.json": good })
  const { code, stdout } = await call(["verify", "eval", "--fixtures", cwd])
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("precision undefined, recall undefined"),
  })
  const told: unknown = JSON.parse((await call(["verify", "eval", "--fixtures", cwd, "--json"])).stdout)
  expect(told).toMatchObject({ accuracy: 1, precision: null, recall: null })
})

test.each([
  [{}, "eval_no_fixtures", "expected fixtures (*.json), got none"],
  [{ "a.json": "{" }, "eval_fixture_invalid", "a.json: expected JSON"],
  [{ "a.json": good, "b.json": { ...good, label: "RISK" } }, "eval_fixture_invalid", "b.json: label: "],
  [{ "a.json": { label: "PASS" } }, "eval_fixture_invalid", "a.json: verdicts: "],
])("a folder that holds %j is misuse: %s", async (fixtures, problem, said) => {
  const { code, stdout, stderr } = await call([
    "verify",
    "eval",
    "--json",
    "--fixtures",
    await folderOf(fixtures),
  ])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(problem)
  expect(stderr).toContain(said)
})

const ASKED = ["--model", "m", "--base-url", "http://127.0.0.1:1/v1"]

test.each([
  [["--fixtures", "nowhere"], "--fixtures: there is no folder"],
  [["--min-lenses", "2"], "--min-lenses: expected a whole number of at least 3"],
  [["--lens", "wiring"], "--lens goes with --verifiers"],
  [["--model", "m"], "--model goes with --verifiers"],
  [["--verifiers", "--fixtures", "x"], "--fixtures does not go with --verifiers"],
  [["--verifiers"], "no model is configured"],
  [["--verifiers", ...ASKED, "--lens", "wirng"], "--lens: expected one of wiring"],
  [["--verifiers", ...ASKED, "--builds", "nowhere"], "--builds: there is no folder"],
  [["extra"], "one argument too many"],
])("eval %j is misuse: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(["verify", "eval", ...args])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

/** A build of one lens; a bad one breaks a promise of its contract. */
function build(id: string, label: "good" | "bad"): object {
  const is_bad = label === "bad"
  return {
    id,
    lens: "contract-conformance",
    label,
    seeded: is_bad ? "the refusal is gone" : null,
    seeded_paths: is_bad ? ["src/price.mjs"] : [],
    contract: ["docs/prices.md"],
    tests: [],
    before: { "docs/prices.md": "Refuses 0.\n", "src/price.mjs": "refuse(0)\nexport const price = 1\n" },
    after: { "src/price.mjs": is_bad ? "export const price = 2\n" : "refuse(0)\nexport const price = 2\n" },
  }
}

test("verifiers that pass everything are found out: exit 1, each miss listed", async () => {
  const cwd = await folderOf({ "1.json": build("missed", "bad"), "2.json": build("sound", "good") })
  const { env } = await serve(() =>
    submit("pass", { evidence: "src/price.mjs:1 is as docs/prices.md says, \u001b[2Jfollowed whole." }),
  )
  const { code, stdout, stderr } = await call(["verify", "eval", "--verifiers", "--builds", cwd], { env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  expect(stdout).toMatch(/MISSED +missed +bad +pass/)
  expect(stdout).toMatch(/ok +sound +good +pass/)
  expect(stdout).toContain("recall 0.000\nmissed bad builds 1, good builds held up 0")
  expect(stdout).not.toContain("\u001b")
  const told: unknown = JSON.parse(
    (await call(["verify", "eval", "--verifiers", "--builds", cwd, "--json"], { env })).stdout,
  )
  expect(told).toMatchObject({
    ok: false,
    dangerous_misses: [{ build: "missed" }],
    overall: { fn: 1, recall: 0 },
  })
})

test("verifiers that tell one from the other are clean; no answer, or a good build held up, is not", async () => {
  const cwd = await folderOf({ "1.json": build("seeded", "bad"), "2.json": build("sound", "good") })
  const said = "src/price.mjs:1 against docs/prices.md: every line was followed to its end."
  const args = ["verify", "eval", "--verifiers", "--builds", cwd]
  const right = await serve((text) =>
    submit(text.includes("-refuse(0)") ? "fail" : "pass", { evidence: said }),
  )
  expect(await call(args, right)).toMatchObject({ code: 0, stderr: "" })
  const strict = await serve(() => submit("fail", { evidence: said }))
  expect(await call(args, strict)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("good builds held up 1"),
  })
  const mute = await serve(() => ({ throws: { kind: "authentication", message: "no key" } }))
  const { code, stdout, stderr } = await call(args, mute)
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("2 unanswered") })
  expect(stderr).toContain("no verdict through contract-conformance: ")
})

test("a request to stop ends it with 130", async () => {
  const cwd = await folderOf({ "1.json": build("seeded", "bad") })
  const { env, onStop } = await serveUntilStopped()
  const { code, stdout } = await call(["verify", "eval", "--verifiers", "--builds", cwd], { env, onStop })
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" })
})
