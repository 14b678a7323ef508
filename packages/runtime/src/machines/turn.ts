import { defect, runSetup } from "./setup.ts"
import type { ModelOutcome } from "./turn_steps.ts"

/**
 * One turn: a model reply, the detector's look at it before anything runs, its tool calls, the fold of their results.
 * Leaves to `deciding` when the results are in; to `ending` on a hard stop, a provider error or a breaker.
 */
export const turn = runSetup.createStateConfig({
  initial: "calling_model",
  states: {
    calling_model: {
      entry: "begin_model_call",
      invoke: {
        src: "call_model",
        input: ({ context: { run, effects } }) => ({ run, effects, purpose: "turn" }),
        onDone: [
          {
            guard: { type: "is_reply", params: ({ event }) => event.output },
            target: "observing",
            actions: { type: "take_reply", params: ({ event }) => outcomeOf(event.output, true) },
          },
          {
            guard: { type: "can_retry", params: ({ event }) => event.output },
            target: "backing_off",
            actions: { type: "schedule_retry", params: ({ event }) => outcomeOf(event.output, false) },
          },
          {
            target: "failing",
            actions: { type: "take_model_failure", params: ({ event }) => outcomeOf(event.output, false) },
          },
        ],
        onError: { target: "#run.loop.ending", actions: defect },
      },
    },
    backing_off: {
      invoke: {
        src: "back_off",
        input: ({ context: { run, effects } }) => ({ run, effects, delay_ms: run.back_off_ms }),
        onDone: "calling_model",
        onError: { target: "#run.loop.ending", actions: defect },
      },
    },
    /** A call failed for good: the breaker ends the run, or a provider error does, or the next turn tries again. */
    failing: {
      always: [
        { guard: "is_pause_due", target: "cooling_off" },
        { guard: "is_ending", target: "#run.loop.ending" },
        { target: "#run.loop.spending" },
      ],
    },
    cooling_off: {
      invoke: {
        src: "back_off",
        input: ({ context: { run, effects } }) => ({ run, effects, delay_ms: run.back_off_ms }),
        onDone: "#run.loop.ending",
        onError: "#run.loop.ending",
      },
    },
    observing: {
      always: [
        { guard: "is_stall_judge_due", target: "judging" },
        { guard: "is_rescue_due", target: "#run.loop.spending", actions: "rescue" },
        {
          guard: "is_hard_stop",
          target: "#run.loop.ending",
          actions: ["end_stuck", { type: "skip_dispatch", params: "thrash_hard_stop" }],
        },
        { guard: "has_dispatch", target: "dispatching" },
        {
          target: "folding",
          actions: {
            type: "settle_results",
            params: ({ context }) => ({
              results: [],
              signals: {},
              elapsed_ms: context.run.budgets.elapsed_ms,
            }),
          },
        },
      ],
    },
    judging: {
      invoke: {
        src: "ask_verifier",
        input: ({ context: { run, effects } }) => ({
          run,
          effects,
          stage: "done_judge",
          trigger: "stalled_done_judge",
        }),
        onDone: {
          target: "judged",
          actions: { type: "take_stall_judge", params: ({ event }) => event.output },
        },
        onError: { target: "#run.loop.ending", actions: defect },
      },
    },
    /** The judge was asked once about this turn. Unless it ended the run, the turn goes on as without a judge. */
    judged: {
      always: [
        {
          guard: "is_ending",
          target: "#run.loop.ending",
          actions: { type: "skip_dispatch", params: "stalled_done_judge" },
        },
        { target: "observing" },
      ],
    },
    dispatching: {
      invoke: {
        src: "dispatch_tools",
        input: ({ context: { run, effects } }) => ({ run, effects, calls: run.turn?.calls ?? [] }),
        onDone: {
          target: "folding",
          actions: { type: "settle_results", params: ({ event }) => event.output },
        },
        onError: { target: "#run.loop.ending", actions: defect },
      },
    },
    folding: {
      always: [
        { guard: "is_hard_stop", target: "#run.loop.ending", actions: "end_stuck" },
        { guard: "has_post_turn_callback", target: "#run.loop.deciding.asking_host" },
        { target: "#run.loop.deciding.proposing" },
      ],
    },
  },
})

function outcomeOf<Ok extends boolean>(outcome: ModelOutcome, ok: Ok): ModelOutcome & { readonly ok: Ok } {
  if (outcome.ok === ok) return outcome as ModelOutcome & { readonly ok: Ok }
  throw new Error("the guards let an unexpected outcome through")
}
