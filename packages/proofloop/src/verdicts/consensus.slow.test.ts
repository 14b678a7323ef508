import { existsSync } from "node:fs"
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { EVIDENCE } from "./serve.fixture.ts"
import { emptyFolder, repairedShop, untouchedShop } from "./shop.fixture.ts"

const LENSES = ["concurrency-security", "contract-conformance", "wiring"]

/** Records verdicts in one call, of the standard lenses unless told. */
async function record(cwd: string, given: readonly object[], ...more: readonly string[]): Promise<void> {
  const input = JSON.stringify(given.map((one) => ({ verdict: "pass", evidence: EVIDENCE, ...one })))
  const { code, stderr } = await call(["verify", "verdict", "--file", "-", ...more], { cwd, input })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
}

const passes = LENSES.map((lens) => ({ lens }))

interface Told {
  readonly outcome: string
  readonly reason: string
  readonly verdicts: number
  readonly stale: number
  readonly superseded: number
  readonly own: number
  readonly hints: readonly string[]
}

async function decide(cwd: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await call(["verify", "consensus", "--json", ...more], { cwd })
  expect(stderr).toBe("")
  return { code, ...(JSON.parse(stdout) as Told) }
}

test("three distinct passes are PASS, and after an edit they are stale", async () => {
  const cwd = await repairedShop()
  await record(cwd, passes)
  expect(await decide(cwd)).toMatchObject({
    code: 0,
    task: "default",
    outcome: "PASS",
    verdicts: 3,
    lenses: LENSES,
    stale: 0,
  })
  const { code, stdout, stderr } = await call(["verify", "consensus"], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toMatch(/^PASS {2}3 distinct lenses/)
  for (const lens of LENSES) expect(stdout).toContain(`pass  ${lens}`)
  expect(stdout).not.toContain("\u001b")

  await appendFile(join(cwd, "src/price.mjs"), "// edited\n")
  expect(await decide(cwd)).toMatchObject({ code: 3, outcome: "ESCALATE", verdicts: 3, stale: 3, lenses: [] })
  const coloured = await call(["verify", "consensus"], { cwd, is_terminal: true })
  expect(coloured.stdout).toMatch(/\u001b\[33mESCALATE[^]*not counted: 3 stale/)
  expect(coloured.stdout).toContain("  hint: 3 stale verdicts: the change is another one than was judged\n")
})

test("each outcome has its exit code", async () => {
  const cwd = await repairedShop()
  const last = (name: string, verdict: object) =>
    record(cwd, [...passes.slice(0, 2), { lens: "wiring", ...verdict }], name)
  await last("refuted", { verdict: "fail" })
  expect(await decide(cwd, "refuted")).toMatchObject({
    code: 1,
    outcome: "HARD-STOP",
    reason: expect.stringContaining("wiring"),
  })
  await last("security", { verdict: "risk", security: true })
  expect(await decide(cwd, "security")).toMatchObject({
    code: 1,
    outcome: "HARD-STOP",
    reason: expect.stringContaining("security"),
  })
  await last("risk", { verdict: "risk" })
  expect(await decide(cwd, "risk")).toMatchObject({ code: 3, outcome: "ESCALATE" })
})

test("the builder's own verdicts do not count, nor do two of one session", async () => {
  const cwd = await repairedShop()
  await record(cwd, passes, "--by", "ada", "--session", "s")
  expect(await decide(cwd, "--builder", "ADA")).toMatchObject({ code: 3, own: 3 })
  expect(await decide(cwd)).toMatchObject({ code: 3, reason: expect.stringContaining("session") })
})

test("authors of the judged commits are the builders, unless told otherwise", async () => {
  const cwd = await repairedShop()
  await requireGit(cwd, ["commit", "--all", "--quiet", "--author=Ada <ada@example.org>", "-m", "repaired"])
  const commit = ["--base", "HEAD~1", "--head", "HEAD"]
  await record(cwd, passes, "--by", "ada", ...commit)
  const { hints, ...told } = await decide(cwd, ...commit)
  expect(told).toMatchObject({ code: 3, own: 3, reason: expect.stringContaining("3 of the builder") })
  expect(hints).toEqual([expect.stringContaining("authors of the judged commits")])
  expect(await decide(cwd, ...commit, "--no-builder")).toMatchObject({ code: 0, own: 0, hints: [] })
})

test("verdicts are kept apart by task, and counted for the contract they were given on", async () => {
  const cwd = await repairedShop()
  await record(cwd, passes, "t-1", "--contract", "docs/*.md")
  expect(await decide(cwd)).toMatchObject({ code: 3, verdicts: 0 })
  expect(await decide(cwd, "t-1")).toMatchObject({ code: 3, stale: 3 })
  expect(await decide(cwd, "t-1", "--contract", "docs/prices.md")).toMatchObject({ code: 0, outcome: "PASS" })
})

test("--lens-dir adds lenses, --min-lenses asks for more of them", async () => {
  const cwd = await repairedShop()
  const folder = join(await emptyFolder(), "own lenses")
  await mkdir(folder)
  await writeFile(join(folder, "speed.md"), "Is it slower than before?\n")
  const own = ["--lens-dir", folder]
  await record(cwd, passes)
  await record(cwd, [{ lens: "speed" }], ...own)
  expect(await decide(cwd, ...own, "--min-lenses", "4")).toMatchObject({ code: 0 })
  expect(await decide(cwd)).toMatchObject({ code: 3, invalid: 1 })
  await rm(join(folder, "speed.md"))
  await writeFile(join(folder, "Speed.md"), "x\n")
  expect(await call(["verify", "consensus", ...own], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Speed.md"'),
  })
  await rm(join(folder, "Speed.md"))
  expect(await call(["verify", "consensus", ...own], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("has no Markdown file"),
  })
})

test.each([
  [["--min-lenses", "2"], "--min-lenses: expected a whole number of at least 3"],
  [["--min-lenses", "0"], "--min-lenses: expected a whole number of at least 3"],
  [["--builder", " "], "--builder: expected"],
  [["--builder", "ada", "--no-builder"], "--builder and --no-builder: leave one of them out"],
  [["--lens-dir", "nowhere"], "--lens-dir: nowhere cannot be read"],
  [["--ledger", ""], "--ledger needs a file"],
  [["--head", "HEAD"], "--head: expected a commit with a change"],
  [["a", "b"], "one argument too many"],
])("consensus %j is misuse: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(["verify", "consensus", ...args], {
    cwd: await untouchedShop(),
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test("it only reads: nothing is made where there was nothing", async () => {
  const cwd = await untouchedShop()
  expect(await decide(cwd)).toMatchObject({ code: 3, outcome: "ESCALATE", verdicts: 0, lenses: [] })
  expect((await call(["verify"], { cwd })).code).toBe(3)
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})

test("a ledger that is none lets nothing pass: exit 1", async () => {
  const cwd = await repairedShop()
  const ledger = join(await emptyFolder(), "led ger.jsonl")
  await writeFile(ledger, "[]\n")
  const { code, stdout, stderr } = await call(["verify", "consensus", "--json", "--ledger", ledger], { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "verdict_ledger_invalid" } })
  expect(stderr).toContain("line 1")
  const gate = await call(["verify", "--json", "--ledger", ledger], { cwd })
  expect(gate.code).toBe(1)
  expect(JSON.parse(gate.stdout)).toMatchObject({
    outcome: "HARD-STOP",
    code: "verdict_ledger_invalid",
    consensus: null,
  })
})

test("a ledger that the repository has is not believed: whoever builds could have written it", async () => {
  const cwd = await repairedShop()
  await record(cwd, passes, "--ledger", "ledger.jsonl")
  await git(cwd, ["add", "--force", "ledger.jsonl"])
  const { code, stderr } = await call(["verify", "consensus", "--ledger", "ledger.jsonl"], { cwd })
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is part of the repository"),
  })
})
