import type { ToolResult } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { RunEvent } from "./setup.ts"
import { CALLS, type RunSnapshot, says, type Variant } from "./walk.fixture.ts"

const FAILS: ToolResult = { ok: false, error: "AssertionError: expected 3, got 4" }
const PASSES: ToolResult = { ok: true, output: "3 passed" }
const EDITED: ToolResult = { ok: true, output: "edit applied" }

const PASS: Verdict = { status: "pass" }
const VETO: Verdict = { status: "fail", evidence: "1 test fails" }
const UNABLE: Verdict = { status: "unable", reason: "no network" }

const test = says("", CALLS.test)
const lint = says("", CALLS.lint)
const fix = says("", CALLS.fix)
const both = says("", [...CALLS.fix, ...CALLS.test])
const done = says("##DONE##")
const prose = says("Let me think.")

const INTERRUPTIONS: readonly RunEvent[] = [{ type: "abort" }, { type: "deadline" }, { type: "suspend" }]
const REPAIRING = { repair_aware: true, stuck_same_diagnostic_after: 2 } as const
const verifyCompletion = (): boolean => true

/** Tools that start and end one at a time, and every event that may interrupt them. */
function outside({ context }: RunSnapshot): readonly RunEvent[] {
  const { open, turn } = context.run
  const waiting = turn?.results.findIndex((result) => result === null) ?? -1
  if (waiting < 0) return INTERRUPTIONS
  const started: RunEvent = { type: "tool_started", index: waiting }
  const finished: RunEvent = { type: "tool_finished", index: waiting, result: PASSES }
  return [...INTERRUPTIONS, open.tools.length === 0 ? started : finished]
}

/** Small runs that between them know every option the machine's guards read. */
export const variants: Readonly<Record<string, Variant>> = {
  verified: {
    options: {
      loop_until_done: true,
      done_sentinel: "##DONE##",
      max_iterations: 4,
      max_verify_attempts: 2,
      verify_completion: verifyCompletion,
      stall_diagnostics: { ...REPAIRING, fold: "same_turn" },
    },
    answers: {
      replies: [done, test, fix],
      results: { run_test: [FAILS, PASSES], apply_fix: [EDITED] },
      verdicts: [PASS, VETO],
      outside: () => INTERRUPTIONS,
    },
  },
  "folded later": {
    options: {
      loop_until_done: true,
      max_iterations: 4,
      verify_completion: verifyCompletion,
      max_verify_unable: 2,
      stall_diagnostics: { ...REPAIRING, fold_verdicts: true, stuck_hard_stop_after: 1 },
    },
    answers: {
      replies: [both, prose],
      results: { run_test: [FAILS, PASSES], apply_fix: [EDITED] },
      verdicts: [VETO, UNABLE],
      outside: ({ context }) => (context.run.budgets.iteration === 2 ? INTERRUPTIONS : []),
    },
  },
  "two checks": {
    options: {
      max_iterations: 5,
      stall_diagnostics: { ...REPAIRING, fold: "same_turn", all_results: true },
    },
    answers: {
      replies: [lint, test, fix],
      results: { run_test: [FAILS, PASSES], lint: [FAILS], apply_fix: [EDITED] },
    },
  },
  "tools one by one": {
    options: { max_iterations: 2, final_wrapup: false },
    answers: { replies: [both, prose], results: { run_test: [FAILS] }, rejections: true, outside },
  },
  judged: {
    options: {
      loop_until_done: true,
      done_sentinel: "##DONE##",
      max_iterations: 5,
      verify_completion: verifyCompletion,
      verify_completion_judge: { max_invocations: 2 },
      done_judge: { cadence: { when: "stalled" } },
      stall_diagnostics: { repeat_same_observation: 2, hard_stop_after_trips: 2 },
    },
    answers: {
      replies: [done, test, prose],
      results: { run_test: [PASSES] },
      verdicts: [PASS, VETO, UNABLE],
      rejections: true,
    },
  },
  "host decides": {
    options: {
      max_iterations: 2,
      iteration_budget: { mode: "adaptive", initial: 1, max: 3, extend_by: 1 },
      post_turn_callback: () => true,
      loop_control: () => null,
      verify_completion: verifyCompletion,
    },
    answers: {
      replies: [prose, test],
      results: { run_test: [PASSES, FAILS] },
      verdicts: [PASS, VETO],
      post_turn: [
        { stop: false, needs_verify: false, message: "", detail: "" },
        { stop: false, needs_verify: false, message: "Go on.", detail: "" },
        { stop: true, needs_verify: false, message: "", detail: "host" },
        { stop: true, needs_verify: true, message: "", detail: "" },
      ],
      control: [
        null,
        { action: "none", until: 0, reason: "" },
        { action: "extend", until: 3, reason: "more" },
        { action: "stop", until: 0, reason: "enough" },
      ],
      rejections: true,
      outside: () => INTERRUPTIONS,
    },
  },
  "host grants turns": {
    options: {
      max_iterations: 1,
      loop_until_done: true,
      max_nudges: 0,
      terminal_callback: () => null,
      verify_completion: verifyCompletion,
      stall_diagnostics: { ...REPAIRING, reserved_terminal_verify: true },
    },
    answers: {
      replies: [prose, fix],
      results: { apply_fix: [EDITED] },
      verdicts: [PASS, VETO],
      terminal: [null, { extend_by: 1, message: "" }, { extend_by: 1, message: "look elsewhere" }],
      rejections: true,
      outside,
    },
  },
  rescued: {
    options: {
      loop_until_done: true,
      max_iterations: 4,
      stall_diagnostics: {
        repeat_same_observation: 2,
        no_progress_messages: 2,
        hard_stop_after_trips: 1,
        thrash_rescue: true,
      },
    },
    answers: { replies: [prose, test], results: { run_test: [PASSES] } },
  },
  "required tools": {
    options: { require_successful_tools: ["run_test"], max_nudges: 1, max_iterations: 4 },
    answers: { replies: [done, test, prose], results: { run_test: [FAILS, PASSES] } },
  },
  "until done": {
    options: { loop_until_done: true, max_nudges: 1, max_iterations: 5 },
    answers: {
      replies: [prose, { ...says(""), parse_errors: ["no JSON"] }, test],
      results: { run_test: [PASSES, FAILS] },
    },
  },
  "finished by a tool": {
    options: { loop_until_done: true, stop_after_successful_tools: ["apply_fix"], max_iterations: 3 },
    answers: { replies: [fix, test], results: { run_test: [PASSES], apply_fix: [EDITED, FAILS] } },
  },
  "provider fails": {
    options: {
      max_iterations: 3,
      transport_retry: { max_attempts: 2 },
      consecutive_failures: { max: 2, kinds: ["transient"], paused_for_ms: 10 },
    },
    answers: {
      replies: [test],
      failures: ["transient", "authentication"],
      results: { run_test: [PASSES] },
      rejections: true,
      outside: () => INTERRUPTIONS,
    },
  },
  "reserved verification": {
    options: {
      max_iterations: 3,
      verify_completion: verifyCompletion,
      stall_diagnostics: {
        ...REPAIRING,
        reserved_terminal_verify: true,
        reserved_terminal_verify_iterations: 1,
        zero_write_terminal_verify: true,
        stuck_hard_stop_after: 1,
        fold: "same_turn",
      },
    },
    answers: {
      replies: [test, fix],
      results: { run_test: [FAILS, PASSES], apply_fix: [EDITED] },
      verdicts: [PASS, VETO, UNABLE],
    },
  },
  "repeats a pass": {
    options: { loop_until_done: true, max_iterations: 6, stall_diagnostics: { ...REPAIRING } },
    answers: { replies: [fix, test], results: { run_test: [PASSES], apply_fix: [EDITED] } },
  },
  "out of tokens": {
    options: { token_budget: 20, max_iterations: 4 },
    answers: { replies: [{ ...test, usage: { input_tokens: 5, output_tokens: 5 } }], results: {} },
  },
  "out of money": {
    options: { total_cost_usd: 0.02, max_iterations: 4 },
    answers: {
      replies: [{ ...test, usage: { input_tokens: 5, output_tokens: 5, cost_usd: 0.01 } }],
      results: {},
    },
  },
  "out of time": {
    options: { wall_clock_ms: 1000, max_iterations: 4 },
    answers: { replies: [test, prose], results: {}, elapsed_ms: 1000 },
  },
  "resumed without time left": {
    options: { wall_clock_ms: 1000 },
    answers: { replies: [test], results: {} },
    start: { elapsed_ms: 1000 },
  },
}
