import fc from "fast-check"
import { scriptedModel, type ScriptedStep } from "../models/scripted.ts"
import type { Model } from "../protocol/model.ts"
import { recordEvents } from "../testing/recorded_events.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import type { AgentLoopOptions, LoopStallOptions, VerifyAnswer } from "./options.ts"

/** A run as data: the answers of the model, the tools and the verifier, and plain options. */
export interface GeneratedRun {
  readonly steps: readonly ScriptedStep[]
  readonly results: readonly unknown[]
  readonly verdicts: readonly VerifyAnswer[] | null
  readonly options: Partial<AgentLoopOptions>
}

const FAILURES = [
  "AssertionError: expected 3, got 4",
  "TypeError: f is not a function",
  "sh: vitest: not found",
]
const NAMES = ["run_test", "apply_fix", "fix_and_test", "read_file", "note", "shell", "unknown"]

const call = fc.record({
  name: fc.constantFrom(...NAMES),
  arguments: fc.oneof(fc.constant({}), fc.record({ path: fc.constantFrom("a.ts", "b.ts") })),
})

const step: fc.Arbitrary<ScriptedStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(call, { minLength: 1, maxLength: 3 }).map((tool_calls) => ({ tool_calls })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("Let me think.", "All fixed. ##DONE##", "done").map((text) => ({ text })),
  },
  { weight: 1, arbitrary: fc.constant({ parse_errors: ["no JSON"] }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("transient" as const, "context_window" as const)
      .map((kind) => ({ throws: { kind, message: "provider" } })),
  },
)

const result: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...FAILURES).map((error) => ({ ok: false, error })),
  fc.constantFrom(...FAILURES).map((throws) => ({ throws })),
  fc.subarray(["a", "b", "c"], { minLength: 1 }).map((found) => ({
    ok: false,
    diagnostics: found.map((test_id) => ({ test_id, message: "assert 1 == 2" })),
  })),
  fc.constantFrom("12 passed", "edit applied"),
  fc.nat(3).map((tests_run) => ({ ok: true, output: "passed", tests_run })),
  fc.constantFrom("applied", "unchanged").map((mutation_status) => ({ ok: true, mutation_status })),
)

const verdict: fc.Arbitrary<VerifyAnswer> = fc.oneof(
  fc.boolean(),
  fc.constantFrom(...FAILURES),
  fc.constant({ status: "unable" as const, reason: "no network" }),
)

const options: fc.Arbitrary<Partial<AgentLoopOptions>> = fc.record(
  {
    loop_until_done: fc.boolean(),
    done_sentinel: fc.constantFrom("##DONE##", null),
    max_iterations: fc.integer({ min: 1, max: 9 }),
    iteration_budget: fc.constantFrom("fixed" as const, "adaptive" as const, {
      mode: "adaptive" as const,
      initial: 2,
      max: 6,
    }),
    max_nudges: fc.nat(3),
    max_verify_attempts: fc.nat(3),
    max_verify_unable: fc.integer({ min: 1, max: 3 }),
    require_successful_tools: fc.constant(["run_test"]),
    stop_after_successful_tools: fc.constant(["apply_fix"]),
    final_wrapup: fc.boolean(),
    token_budget: fc.integer({ min: 50, max: 4000 }),
    consecutive_failures: fc.constant({ max: 2 }),
    checks: fc.constant(["npm test"]),
  },
  { requiredKeys: [] },
)

export const generatedRun: fc.Arbitrary<GeneratedRun> = fc.record({
  // Rounds of the same few steps, so that the patterns have something to see.
  steps: fc
    .tuple(
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 2 }),
    )
    .map(([round, times, last]) => [...Array.from({ length: times }, () => round).flat(), ...last]),
  results: fc.array(result, { minLength: 1, maxLength: 3 }),
  verdicts: fc.option(fc.array(verdict, { minLength: 1, maxLength: 3 })),
  options,
})

/** Everything a run shows: each prompt the model got, each event, and the result, as JSON. */
export async function show(run: GeneratedRun, stall_diagnostics: LoopStallOptions): Promise<string> {
  const clock = virtualClock()
  const prompts: string[] = []
  const scripted = scriptedModel(run.steps, { when_exhausted: "repeat_last", clock })
  const model: Model = (request, call_options) => {
    prompts.push(JSON.stringify(request))
    return scripted(request, call_options)
  }
  const results = (_given: unknown, count: number): unknown => run.results[count % run.results.length]
  let asked = 0
  const { verdicts } = run
  const verify_completion = (): VerifyAnswer => verdicts?.[asked++ % verdicts.length] ?? true
  const loop = createAgentLoop({
    max_iterations: 6,
    event_content: true,
    ...run.options,
    ...(verdicts === null ? {} : { verify_completion }),
    model,
    clock,
    stall_diagnostics,
    tools: [
      scriptedTool({ name: "run_test", evidence_role: "verification", results }),
      scriptedTool({ name: "apply_fix", kind: "edit", results }),
      scriptedTool({
        name: "fix_and_test",
        kind: "edit",
        evidence_role: "verification",
        check_id: "all",
        results,
      }),
      scriptedTool({
        name: "read_file",
        kind: "read",
        evidence_role: "observation",
        read_only: true,
        results,
      }),
      scriptedTool({ name: "note", soft: true, results: () => "noted" }),
      scriptedTool({ name: "shell", results }),
    ],
  })
  const started = loop.run("Make the failing tests pass", { run_id: "run" })
  const events = await recordEvents(started)
  return JSON.stringify({ prompts, events, result: await started.result })
}
