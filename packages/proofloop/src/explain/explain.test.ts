import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { LoopEvent } from "@proofloop/runtime"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Called, call } from "../console/io.fixture.ts"

let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop explain test-"))
  await mkdir(join(folder, "a folder"))
})

afterAll(() => rm(folder, { recursive: true }))

const BASE = { run_id: "run-1", seq: 1, at_ms: 1200, iteration: 1, repair_mode: "no_evidence" } as const

const START: LoopEvent = {
  ...BASE,
  iteration: 0,
  type: "run_start",
  task_sha256: "",
  tools: ["shell"],
  repair_aware: true,
  limit: 9,
}
const FAILING: LoopEvent = {
  ...BASE,
  type: "evidence",
  source: "tool_result",
  check_id: "npm test",
  class: "fail",
  weak: false,
  signature: "err:6ff6e9dac19c",
  write_epoch: 0,
}
const END: LoopEvent = {
  ...BASE,
  at_ms: 2500,
  type: "run_end",
  status: "budget_exhausted",
  stop_reason: "max_iterations",
  verified: false,
}

async function explain(lines: readonly (LoopEvent | string)[], ...more: readonly string[]): Promise<Called> {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")
  await writeFile(join(folder, "a trace.jsonl"), text)
  return call(["explain", "a trace.jsonl", ...more], { cwd: folder })
}

test("a trace is shown as the run was", async () => {
  const { code, stdout, stderr } = await explain([START, FAILING, END])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.replaceAll(/ +/g, " ")).toBe(`run run-1
 · start repair_aware on, up to 9 turns, 1 tool
 1 1.2s ✗ check npm test FAIL 6ff6e9d
 ✗ end budget_exhausted, max_iterations not verified
`)
})

test("several runs in a file each have their own timeline and turns", async () => {
  const second = [START, FAILING, END].map((event) => ({ ...event, run_id: "run-2" }))
  const { stdout } = await explain([START, FAILING, END, ...second])
  expect(stdout.match(/^run .*$/gm)).toEqual(["run run-1", "run run-2"])
  expect(stdout.match(/^ +1 +1\.2s/gm)).toHaveLength(2)
})

test("broken lines are reported with file and line and skipped", async () => {
  const { code, stdout, stderr } = await explain([
    START,
    '{"type":"evid',
    "",
    "[]",
    '{"type":"run_end"}',
    FAILING,
    END,
  ])
  expect(code).toBe(0)
  expect(stderr.split("\n")).toEqual([
    "a trace.jsonl:2: not JSON, skipped",
    "a trace.jsonl:4: not an event, skipped",
    "a trace.jsonl:5: no event: run_id is missing, skipped",
    "",
  ])
  expect(stdout).toContain("budget_exhausted")
})

test("an event of a known type without its fields is a broken line", async () => {
  const { code, stderr } = await explain([
    START,
    JSON.stringify({ ...BASE, type: "agent_loop_stall_warning" }),
    END,
  ])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "a trace.jsonl:2: event agent_loop_stall_warning lacks what it needs, skipped\n",
  })
})

test("an unknown type of event, from a later version, is passed over", async () => {
  const { code, stderr } = await explain([START, JSON.stringify({ ...BASE, type: "of_tomorrow" }), END])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
})

test("a trace that breaks off says so", async () => {
  const { stdout } = await explain([START, FAILING])
  expect(stdout).toContain("The trace ends in turn 1 of run run-1")
})

test("--json sums up each run, and nothing else is on stdout", async () => {
  const { stdout, stderr } = await explain([START, FAILING, "broken", END], "--json")
  const { runs, broken_lines } = JSON.parse(stdout) as { runs: object[]; broken_lines: object[] }
  expect(runs).toEqual([
    {
      run_id: "run-1",
      status: "budget_exhausted",
      stop_reason: "max_iterations",
      verified: false,
      repair_aware: true,
      turns: 1,
      duration_ms: 2500,
      input_tokens: 0,
      output_tokens: 0,
      tool_calls: 0,
      edits: 0,
      checks: 1,
      failed_checks: 1,
      vetoes: 0,
      nudges: 0,
      stall_warnings: [],
    },
  ])
  expect(broken_lines).toEqual([{ line: 3, problem: "not JSON" }])
  expect(stderr).toContain("a trace.jsonl:3")
})

test.each([
  ["missing.jsonl", "there is no file missing.jsonl"],
  ["a folder", "is a folder"],
  ["empty.jsonl", "is empty"],
  ["prose.txt", "holds no trace: 2 lines and no event among them"],
])("%s is misuse: %s", async (name, said) => {
  await writeFile(join(folder, "empty.jsonl"), "")
  await writeFile(join(folder, "prose.txt"), "once\nupon\n")
  const { code, stdout, stderr } = await call(["explain", name], { cwd: folder })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(stderr.trimEnd().split("\n")).toHaveLength(1)
})
