import type { BrokenImplementation } from "../broken_implementation.ts"
import { publishing, resulting } from "../parts/define.ts"
import { isSuccess } from "../parts/loop_options.ts"
import { again, knobs, reading, verifying } from "../parts/loop_ports.ts"
import { NEVER } from "../parts/variants.ts"

export const loopRepair: readonly BrokenImplementation[] = [
  knobs(
    "An edit on a live failure is never verified at once.",
    [
      "loop.mandate.continue",
      "loop.mandate.break",
      "loop.mandate.limit",
      "loop.mandate.verifier",
      "loop.attempts",
      "loop.repair.off",
      "loop.repeated-pass",
    ],
    () => ({ post_edit_reverify: false }),
  ),
  knobs("post_edit_reverify is never read.", ["loop.mandate.continue"], () => ({ post_edit_reverify: true })),
  verifying(
    "On the last turn a mandated accept is not waited for.",
    ["loop.mandate.limit"],
    (answer, { payload, options }) =>
      payload.stop_reason === "post_edit_reverify" && payload.iteration === options.max_iterations
        ? { status: "unable", reason: "out of turns" }
        : again(answer),
  ),
  reading(
    "Without a verifier the mandate is verified by the model's word.",
    ["loop.mandate.verifier"],
    (options) =>
      options.verify_completion === undefined && options.verify_completion_judge === undefined
        ? { ...options, verify_completion: () => true }
        : options,
  ),
  publishing(
    "A proposed stop beside a mandate is verified as post_edit_reverify.",
    ["loop.mandate.break"],
    (event, before) => {
      const called = before.some(
        (other) => other.type === "tool_call_end" && other.iteration === event.iteration,
      )
      return event.type === "verification_start" && called
        ? [{ ...event, trigger: "post_edit_reverify" }]
        : [event]
    },
  ),
  publishing("Every call of a turn is verified on its own.", ["loop.mandate.break"], (event, before) => {
    const calls = before.filter(
      (other) => other.type === "tool_call_end" && other.iteration === event.iteration,
    ).length
    return event.type === "verification_start" && calls > 1 ? [event, event] : [event]
  }),
  reading("A host's stop is verified although nothing mandates it.", ["loop.mandate.break"], (options) => {
    const callback = options.post_turn_callback
    if (callback === undefined) return options
    return {
      ...options,
      post_turn_callback: async (turn) =>
        (await callback(turn)) === true ? { stop: true, needs_verify: true } : callback(turn),
    }
  }),
  knobs("repair_aware is always on.", ["loop.repair.off", "loop.mandate.continue"], () => ({
    repair_aware: true,
  })),
  knobs(
    "repair_aware is always off.",
    [
      "loop.repair.thrash",
      "loop.repair.hand-back",
      "loop.repair.off",
      "loop.mandate.continue",
      "loop.recommended",
      "loop.repeated-pass",
      "loop.require-verified",
      "loop.provider.no-stall",
      "loop.host.abort",
      "loop.budget.adaptive",
    ],
    () => ({ repair_aware: false }),
  ),
  knobs(
    "A stuck diagnostic never trips.",
    ["loop.repair.thrash", "loop.repair.hand-back", "loop.recommended", "loop.result.redacted"],
    () => ({ stuck_same_diagnostic_after: NEVER }),
  ),
  knobs("A stuck diagnostic trips one failure early.", ["loop.recommended"], (config) => ({
    stuck_same_diagnostic_after: Math.max(2, config.stuck_same_diagnostic_after - 1),
  })),
  knobs("Trips never speak to the model.", ["loop.repair.thrash", "loop.recommended"], () => ({
    inject_feedback: false,
  })),
  knobs(
    "Results are folded in their own turn, whatever fold says.",
    ["loop.repair.hand-back", "loop.repair.thrash"],
    () => ({ fold: "same_turn" }),
  ),
  resulting(
    "No ending carries current_failure.",
    [
      "loop.repair.hand-back",
      "loop.mandate.limit",
      "loop.require-verified",
      "loop.host.abort",
      "loop.provider.no-stall",
      "loop.verdict.base",
      "loop.recommended",
    ],
    ({ current_failure: _failure, ...result }) => result,
  ),
  resulting(
    "A run that ends done still carries the failure that was live last.",
    ["loop.repair.hand-back", "loop.repair.thrash"],
    (result, events) => {
      const failure = events.findLast(
        (event) => event.type === "iteration_end" && event.failure?.last_diagnostic_class === "fail",
      )
      if (!isSuccess(result) || failure?.type !== "iteration_end" || failure.failure === undefined)
        return result
      const { last_diagnostic_signature: signature, same_diagnostic_streak } = failure.failure
      return {
        ...result,
        current_failure: {
          class: "fail",
          signature,
          snippet: "",
          same_diagnostic_streak,
          kind: "runtime",
          check_id: "default",
          others: [],
        },
      }
    },
  ),
]
