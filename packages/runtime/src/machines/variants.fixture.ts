import type { ToolResult } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { RunEvent } from "./setup.ts"
import { calls, type RunSnapshot, says, type Variant } from "./walk.fixture.ts"

const fails: ToolResult = { ok: false, error: "AssertionError: expected 3, got 4" }
const passes: ToolResult = { ok: true, output: "3 passed" }
const edited: ToolResult = { ok: true, output: "edit applied" }

const pass: Verdict = { status: "pass" }
const veto: Verdict = { status: "fail", evidence: "1 test fails" }
const unable: Verdict = { status: "unable", reason: "no network" }

const test = says("", calls.test)
const lint = says("", calls.lint)
const fix = says("", calls.fix)
const both = says("", [...calls.fix, ...calls.test])
const done = says("##DONE##")
const prose = says("Let me think.")

const interruptions: readonly RunEvent[] = [{ type: "abort" }, { type: "deadline" }, { type: "suspend" }]
const repairing = { repair_aware: true, stuck_same_diagnostic_after: 2 } as const
const verify_completion = (): boolean => true

/** Tools that start and end one at a time, and whatever may interrupt them. */
function outside({ context }: RunSnapshot): readonly RunEvent[] {
  const { open, turn } = context
  const waiting = turn?.results.findIndex((result) => result === null) ?? -1
  if (waiting < 0) return interruptions
  const started: RunEvent = { type: "tool_started", index: waiting }
  const finished: RunEvent = { type: "tool_finished", index: waiting, result: passes }
  return [...interruptions, open.tools.length === 0 ? started : finished]
}

/** Small runs that between them know every option the machine's guards read. */
export const variants: Readonly<Record<string, Variant>> = {
  verified: {
    options: {
      loop_until_done: true,
      done_sentinel: "##DONE##",
      max_iterations: 4,
      max_verify_attempts: 2,
      verify_completion,
      stall_diagnostics: { ...repairing, fold: "same_turn" },
    },
    answers: {
      replies: [done, test, fix],
      results: { run_test: [fails, passes], apply_fix: [edited] },
      verdicts: [pass, veto],
      outside: () => interruptions,
    },
  },
  "folded later": {
    options: {
      loop_until_done: true,
      max_iterations: 4,
      verify_completion,
      max_verify_unable: 2,
      stall_diagnostics: { ...repairing, fold_verdicts: true, stuck_hard_stop_after: 1 },
    },
    answers: {
      replies: [both, prose],
      results: { run_test: [fails, passes], apply_fix: [edited] },
      verdicts: [veto, unable],
      outside: ({ context }) => (context.budgets.iteration === 2 ? interruptions : []),
    },
  },
  "two checks": {
    options: {
      max_iterations: 5,
      stall_diagnostics: { ...repairing, fold: "same_turn", all_results: true },
    },
    answers: {
      replies: [lint, test, fix],
      results: { run_test: [fails, passes], lint: [fails], apply_fix: [edited] },
    },
  },
  "tools one by one": {
    options: { max_iterations: 2, final_wrapup: false },
    answers: { replies: [both, prose], results: { run_test: [fails] }, rejections: true, outside },
  },
  judged: {
    options: {
      loop_until_done: true,
      done_sentinel: "##DONE##",
      max_iterations: 5,
      verify_completion,
      verify_completion_judge: { max_invocations: 2 },
      done_judge: { cadence: { when: "stalled" } },
      stall_diagnostics: { repeat_same_observation: 2, hard_stop_after_trips: 2 },
    },
    answers: {
      replies: [done, test, prose],
      results: { run_test: [passes] },
      verdicts: [pass, veto, unable],
      rejections: true,
    },
  },
  "host decides": {
    options: {
      max_iterations: 2,
      iteration_budget: { mode: "adaptive", initial: 1, max: 3, extend_by: 1 },
      post_turn_callback: () => true,
      loop_control: () => null,
      verify_completion,
    },
    answers: {
      replies: [prose, test],
      results: { run_test: [passes, fails] },
      verdicts: [pass, veto],
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
      outside: () => interruptions,
    },
  },
  "required tools": {
    options: { require_successful_tools: ["run_test"], max_nudges: 1, max_iterations: 4 },
    answers: { replies: [done, test, prose], results: { run_test: [fails, passes] } },
  },
  "until done": {
    options: { loop_until_done: true, max_nudges: 1, max_iterations: 5 },
    answers: {
      replies: [prose, { ...says(""), parse_errors: ["no JSON"] }, test],
      results: { run_test: [passes, fails] },
    },
  },
  "finished by a tool": {
    options: { loop_until_done: true, stop_after_successful_tools: ["apply_fix"], max_iterations: 3 },
    answers: { replies: [fix, test], results: { run_test: [passes], apply_fix: [edited, fails] } },
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
      results: { run_test: [passes] },
      rejections: true,
      outside: () => interruptions,
    },
  },
  "reserved verification": {
    options: {
      max_iterations: 3,
      verify_completion,
      stall_diagnostics: {
        ...repairing,
        reserved_terminal_verify: true,
        reserved_terminal_verify_iterations: 1,
        zero_write_terminal_verify: true,
        stuck_hard_stop_after: 1,
        fold: "same_turn",
      },
    },
    answers: {
      replies: [test, fix],
      results: { run_test: [fails, passes], apply_fix: [edited] },
      verdicts: [pass, veto, unable],
    },
  },
  "repeats a pass": {
    options: { loop_until_done: true, max_iterations: 6, stall_diagnostics: { ...repairing } },
    answers: { replies: [fix, test], results: { run_test: [passes], apply_fix: [edited] } },
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
