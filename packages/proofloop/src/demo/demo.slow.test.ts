import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Proof } from "@proofloop/runtime"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Ended, runCli, startCli } from "../console/process.fixture.ts"
import { brokenPromises, type DemoOutcome } from "./outcome.ts"
import { SCENARIOS } from "./scenario.ts"

interface Run {
  readonly id: string
  readonly status: string
  readonly stop_reason: string
  readonly verified: boolean
  readonly proof: Proof | null
  readonly current_failure: object | null
  readonly text: string
  readonly turns: number
  readonly checks: number
  readonly vetoes: number
  readonly nudges: number
  readonly passed_rechecks: number
  readonly tests_pass: boolean
  readonly trace: string
}

let temporary = ""
let demo: Ended

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "proofloop demo test-"))
  demo = await runCli(["demo", "--json"], { env: { TMPDIR: temporary, HOME: "/dev/null/nowhere" } })
})

afterAll(() => rm(temporary, { recursive: true, force: true }))

function runs(): readonly [Run, Run, Run] {
  return (JSON.parse(demo.stdout) as { runs: [Run, Run, Run] }).runs
}

test("the demo keeps its promises and exits 0, its result alone on stdout", () => {
  expect(JSON.parse(demo.stdout)).toMatchObject({ ok: true, broken_promises: [], scripted_model: true })
  expect(demo.code).toBe(0)
})

test("a: without verification it claims success while the tests are red", () => {
  const [a] = runs()
  expect(a).toMatchObject({
    status: "done",
    verified: false,
    proof: null,
    tests_pass: false,
    vetoes: 0,
    nudges: 0,
  })
  expect(a.text).toContain("All tests pass now")
})

test("b: with verification its claims are vetoed until the budget is burnt, and nothing says what fails", () => {
  const [, b] = runs()
  expect(b).toMatchObject({ stop_reason: "max_iterations", verified: false, tests_pass: false, nudges: 0 })
  expect(b.vetoes).toBeGreaterThan(1)
  expect(b.current_failure).toBeNull()
})

test("c: with repair_aware on, too, it is nudged once, re-checked after its edit, and ends with proof", () => {
  const [, b, c] = runs()
  expect(c).toMatchObject({ status: "done", verified: true, tests_pass: true, nudges: 1, passed_rechecks: 1 })
  expect(c.proof).toMatchObject({ source: "command", exit_code: 0, tests_run: 4 })
  expect(c.turns).toBeLessThan(b.turns)
})

test("people read on stderr that the model is scripted, what moves it, and what differs; without colours", () => {
  const { stderr } = demo
  expect(stderr).toContain("The model is scripted")
  expect(stderr).toMatch(/One thing moves it: a message that says the same failure has persisted/)
  expect(stderr).toContain("> an order of exactly 100.00 is delivered free")
  expect(stderr.match(/^ {2}[-+] [bc] .*$/gm)).toEqual([
    "  - b  stall_diagnostics.repair_aware: false",
    "  + c  stall_diagnostics.repair_aware: true",
  ])
  expect(stderr).toContain("tokens (estimated)")
  expect(stderr).not.toContain("\u001b[")
  const lines = stderr.replaceAll(temporary, "").split("\n")
  expect(lines.filter((line) => Array.from(line).length > 110)).toEqual([])
})

test("the repositories are gone, the traces stay, and the command it suggests for them works", async () => {
  const [folder = ""] = (await readdir(temporary)).filter((name) => name.startsWith("proofloop-demo-"))
  expect((await readdir(join(temporary, folder))).sort()).toEqual(["a.jsonl", "b.jsonl", "c.jsonl"])
  const [, suggested = ""] = /npx proofloop explain '(.*)'$/m.exec(demo.stderr) ?? []
  const { code, stdout, stderr } = await runCli(["explain", suggested])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toMatch(/stall +stuck_same_diagnostic/)
  expect(stdout).toMatch(/end +done, natural +verified/)
})

test("SIGINT ends the demo with 130 and leaves no repository behind", async () => {
  const TMPDIR = await mkdtemp(join(temporary, "interrupted "))
  const cli = startCli(["demo"], { env: { TMPDIR } })
  await cli.said("says")
  cli.kill("SIGINT")
  const { code, stdout } = await cli.ended
  expect(code).toBe(130)
  expect(stdout).toMatch(/end +aborted +not verified/)
  expect(stdout).not.toContain("Side by side")
  const [folder = ""] = await readdir(TMPDIR)
  expect(await readdir(join(TMPDIR, folder))).toEqual(["a.jsonl"])
})

test("a demo that comes out otherwise says what it promised", () => {
  const [scenario] = SCENARIOS
  if (scenario === undefined) throw new Error("no scenario")
  const outcome = {
    scenario,
    result: { status: "done", verified: true, proof: null },
    tests_pass: true,
  } as unknown as DemoOutcome
  expect(brokenPromises([outcome])).toEqual(["run a: expected verified: false", "run a: expected red tests"])
})
