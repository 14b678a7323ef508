import { withoutEscapes } from "@proofloop/foundation/text"
import { expect, test } from "vitest"
import { createStyle } from "../terminal/style.ts"
import { PROGRESS } from "./progress.ts"
import { createView } from "./view.ts"

const WORKING = {
  type: PROGRESS,
  run_id: "run-1",
  phase: "WORKING",
  step: "work",
  subtask: { title: "Test what \u001b[31m parse does", number: 3, of: 7 },
  failed: 1,
  check: "npm test is red, 1 failing: parse rejects x",
  tokens: 120_310,
  usd: 0.42,
  model_calls: 31,
}

function viewOn(is_terminal: boolean, env: Readonly<Record<string, string>> = {}) {
  const written: string[] = []
  const out = {
    write: (text: string) => void written.push(text),
    is_terminal,
    columns: 80,
    isClosed: () => false,
  }
  let now = 0
  return {
    view: createView(out, createStyle(out, env), env, () => now),
    written,
    skip: (ms: number) => void (now += ms),
    /** What stands on the screen. */
    screen: () => screenOf(written.join("")),
  }
}

/** Plays the two sequences that the view uses. */
function screenOf(text: string): readonly string[] {
  const lines: string[] = []
  for (const part of text.split("\u001b[1A\u001b[2K").entries()) {
    const [at, more] = part
    if (at > 0) lines.pop()
    lines.push(...more.split("\n").slice(0, -1))
  }
  return lines.map(withoutEscapes)
}

test("a terminal has one region that is drawn anew below the lines that stay", () => {
  const { view, screen, skip } = viewOn(true)
  view.event({ type: "pipeline.step_started", run_id: "run-1", step: "work" })
  view.event(WORKING)
  skip(724_000)
  view.event({ type: "pipeline.subtask_ended", run_id: "run-1", subtask_id: "T001-S02", status: "failed" })
  expect(screen()).toEqual([
    "run-1  subtask_ended  subtask_id T001-S02, status failed",
    "run-1  WORKING  work  12m 4s",
    "  subtask 3 of 7, 1 failed: Test what parse does",
    "  npm test is red, 1 failing: parse rejects x",
    "  $0.42, 120 310 tokens, 31 calls",
  ])
  view.close()
  expect(screen()).toEqual(["run-1  subtask_ended  subtask_id T001-S02, status failed"])
})

test("it tells how long CI is waited for, as time goes by", () => {
  const { view, screen, skip } = viewOn(true)
  view.event({ ...WORKING, phase: "PR_OPEN", step: "read_ci", subtask: null, check: null })
  view.event({ type: "ci.watch.poll", run_id: "run-1", state: "pending", why: "1 runs", elapsed_ms: 120_000 })
  skip(30_000)
  view.tick()
  expect(screen()).toEqual([
    "run-1  PR_OPEN  read ci  30s",
    "  CI pending, 2m 30s after the push",
    "  $0.42, 120 310 tokens, 31 calls",
  ])
})

test("no line of the region is wider than the terminal", () => {
  const { view, screen } = viewOn(true)
  view.event({ ...WORKING, check: "x".repeat(500) })
  for (const line of screen()) expect(line.length).toBeLessThan(80)
})

test.each([
  ["piped", false, {}],
  ["on a dumb terminal", true, { TERM: "dumb" }],
])("%s there are plain lines alone, a repeated one once", (_what, is_terminal, env) => {
  const { view, written } = viewOn(is_terminal, env)
  view.event(WORKING)
  for (let look = 0; look < 3; look += 1) {
    view.event({ type: "pipeline.step_started", run_id: "run-1", step: "read_ci" })
    view.event({ type: "ci.watch.poll", run_id: "run-1", state: "pending", why: "1 runs", elapsed_ms: 1 })
    view.tick()
  }
  view.line("proofloop: a warning")
  view.close()
  expect(written.join("")).toBe("run-1  step_started  step read_ci\nproofloop: a warning\n")
})

test("without colours under NO_COLOR", () => {
  const { view, written } = viewOn(true, { NO_COLOR: "1" })
  view.event(WORKING)
  expect(written.join("")).not.toContain("\u001b[")
})
