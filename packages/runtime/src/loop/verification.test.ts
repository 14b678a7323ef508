import { expect, test } from "vitest"
import { calls, lastPrompt, runScript } from "./loop.fixture.ts"
import type { VerifyAnswer, VerifyPayload } from "./options.ts"

const AWARE = { stall_diagnostics: { repair_aware: true } }

function answers(...list: readonly unknown[]): {
  readonly verify: (payload: VerifyPayload) => VerifyAnswer
  readonly asked: string[]
} {
  const asked: string[] = []
  const verify = (payload: VerifyPayload): VerifyAnswer => {
    asked.push(payload.stop_reason)
    return list[Math.min(asked.length, list.length) - 1] as VerifyAnswer
  }
  return { verify, asked }
}

test("an edit on a live failure is verified in the same turn although the model goes on", async () => {
  const { verify, asked } = answers("MARKER still broken", true)
  const ran = await runScript([calls("run_test"), calls("apply_fix"), { text: "done" }, { text: "done" }], {
    ...AWARE,
    verify_completion: verify,
  })
  expect(asked).toEqual(["post_edit_reverify", "natural"])
  expect(ran.requests[2]?.messages.at(-1)).toMatchObject({
    role: "user",
    content: "MARKER still broken",
    feedback_kind: "verify_completion",
  })
  expect(ran.result).toMatchObject({ status: "done", verified: true, verify_attempts: 1 })
})

test("without repair_aware, without post_edit_reverify or without a live failure nothing is forced", async () => {
  for (const stall_diagnostics of [
    { repair_aware: false },
    { repair_aware: true, post_edit_reverify: false },
  ]) {
    const { verify, asked } = answers(true)
    await runScript([calls("run_test"), calls("apply_fix"), { text: "done" }], {
      stall_diagnostics,
      verify_completion: verify,
    })
    expect(asked).toEqual(["natural"])
  }
  const { verify, asked } = answers(true)
  await runScript([calls("apply_fix"), calls("look"), { text: "done" }], {
    ...AWARE,
    verify_completion: verify,
  })
  expect(asked).toEqual(["natural"])
})

test("an accepted re-verify at the iteration limit ends the run as done", async () => {
  const { verify } = answers(true)
  const ran = await runScript([calls("run_test"), calls("apply_fix")], {
    ...AWARE,
    verify_completion: verify,
    max_iterations: 2,
  })
  expect(ran.result).toMatchObject({ status: "done", stop_reason: "post_edit_reverify", verified: true })
})

test("vetoes are capped: the next proposal to be done ends the run unverified by its own stop reason", async () => {
  const { verify, asked } = answers("no")
  const ran = await runScript([{ text: "done" }, { text: "done" }, { text: "done" }], {
    verify_completion: verify,
    max_verify_attempts: 2,
  })
  expect(asked).toHaveLength(2)
  expect(ran.result).toMatchObject({
    status: "verify_exhausted",
    stop_reason: "natural",
    verified: false,
    verify_attempts: 2,
  })
})

test("undefined, a number and a throw are unable: told to the model, counted apart, capped at three in a row", async () => {
  const values: unknown[] = [undefined, 7]
  let asked = 0
  const ran = await runScript([{ text: "done" }, { text: "done" }, { text: "done" }], {
    verify_completion: () => {
      asked += 1
      if (asked === 3) throw new Error("verifier broke")
      return values[asked - 1] as VerifyAnswer
    },
  })
  expect(ran.result).toMatchObject({
    status: "completion_unverified",
    stop_reason: "verifier_unable",
    verify_attempts: 0,
    verified: false,
  })
  expect(ran.requests[1]?.messages.at(-1)).toMatchObject({ feedback_kind: "verifier_unable" })
  expect(lastPrompt(ran)).toContain("the number 7")
})

test("a pass of a declared check at the current write epoch is a proof; an edit after it is not covered", async () => {
  const passing = [{ ok: true, output: "1 passed", exit_code: 0 }]
  const tools = (await import("./loop.fixture.ts")).repairTools(passing)
  const proved = await runScript([calls("apply_fix"), calls("run_test"), { text: "done" }], { tools })
  expect(proved.result).toMatchObject({
    verified: true,
    proof: { source: "tool_result", check_id: "default", exit_code: 0, write_epoch: 1, turn: 2 },
  })
  const stale = await runScript([calls("run_test"), calls("apply_fix"), { text: "done" }], { tools })
  expect(stale.result).toMatchObject({ verified: false, proof: null })
})

test("require_verified turns an unproved done into completion_unverified", async () => {
  const stall_diagnostics = { require_verified: true }
  const ran = await runScript([calls("apply_fix"), { text: "done" }], { stall_diagnostics })
  expect(ran.result).toMatchObject({
    status: "completion_unverified",
    stop_reason: "natural",
    verified: false,
  })
})

test("a judge that accepts ends the run but is no proof of the work", async () => {
  const judge = { model: async () => ({ text: '{"verdict":"done"}', tool_calls: [] }) }
  const ran = await runScript([{ text: "done" }], { verify_completion_judge: judge })
  expect(ran.result).toMatchObject({
    status: "done",
    verified: false,
    proof: { source: "judge" },
    completion_judge: { invocations: 1, vetoes: 0 },
  })
})

test("a judge that keeps vetoing is asked at most its cap and the run ends unverified", async () => {
  const judge = {
    model: async () => ({ text: '{"verdict":"continue","next_step":"run the tests"}', tool_calls: [] }),
    max_invocations: 2,
  }
  const ran = await runScript([{ text: "done" }, { text: "done" }], { verify_completion_judge: judge })
  expect(ran.result).toMatchObject({
    status: "completion_unverified",
    stop_reason: "judge_cap_reached",
    completion_judge: { invocations: 2, vetoes: 2, cap_reached: true },
  })
  expect(lastPrompt(ran)).toContain("run the tests")
})

test("a stalled done judge accepts before the calls run; the nudge is then never sent", async () => {
  const judge = {
    model: async () => ({ text: '{"verdict":"done"}', tool_calls: [] }),
    cadence: { when: "stalled" as const },
  }
  const noop = (await import("../testing/scripted_tool.ts")).scriptedTool({
    name: "noop",
    results: () => "same",
  })
  const ran = await runScript([calls("noop"), calls("noop"), calls("noop")], {
    tools: [noop],
    stall_diagnostics: { threshold: 3 },
    done_judge: judge,
  })
  expect(ran.result).toMatchObject({
    status: "done",
    stop_reason: "stalled_done_judge",
    done_judge: { invocations: 1 },
  })
  expect(ran.types).not.toContain("feedback_injected")
  expect(noop.calls).toHaveLength(2)
  expect(ran.result.transcript.filter((message) => message.role === "tool")).toHaveLength(3)
})

test("a reserved verify saves an unverified write at the limit, or buys one more turn", async () => {
  const stall_diagnostics = { reserved_terminal_verify: true }
  const saved = await runScript([calls("apply_fix")], {
    stall_diagnostics,
    max_iterations: 1,
    verify_completion: () => true,
  })
  expect(saved.result).toMatchObject({
    status: "done",
    stop_reason: "reserved_terminal_verify",
    verified: true,
  })
  const { verify } = answers("no", "no", "no")
  const failed = await runScript([calls("apply_fix"), calls("apply_fix"), calls("apply_fix")], {
    stall_diagnostics,
    max_iterations: 1,
    verify_completion: verify,
  })
  expect(failed.result).toMatchObject({
    status: "budget_exhausted",
    stop_reason: "reserved_terminal_verify_failed",
    usage: { iterations: 3 },
  })
})

test("verdicts fold into the failure model only behind the knob, at most once a write epoch", async () => {
  const script = [calls("apply_fix"), { text: "done" }, { text: "done" }, { text: "done" }]
  const verify_completion = () => ({ status: "fail" as const, evidence: "AssertionError: 1 !== 2" })
  const off = await runScript(script, { ...AWARE, verify_completion, max_iterations: 4 })
  expect(off.result).not.toHaveProperty("current_failure")
  const stall_diagnostics = { repair_aware: true, fold_verdicts: true, fold: "same_turn" as const }
  const on = await runScript(script, { stall_diagnostics, verify_completion, max_iterations: 4 })
  expect(on.result.current_failure).toMatchObject({
    same_diagnostic_streak: 1,
    snippet: "AssertionError: 1 !== 2",
  })
})

test("a run that ends on a pass which proves too little says why it is not verified", async () => {
  const { verify } = answers(
    { status: "fail", evidence: "red", tests_run: 4 },
    { status: "pass", tests_run: 2 },
  )
  const ran = await runScript([{ text: "done" }, { text: "done" }], { ...AWARE, verify_completion: verify })
  expect(ran.events.filter(({ type }) => type === "evidence").at(-1)).toMatchObject({
    weak: true,
    weakness: "2 tests ran, 4 when it failed",
  })
  expect(ran.result).toMatchObject({
    status: "done",
    verified: false,
    stop_detail: "the check passed and proves too little: 2 tests ran, 4 when it failed",
  })
})
