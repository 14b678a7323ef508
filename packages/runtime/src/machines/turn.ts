import { runSetup } from "./setup.ts"

/**
 * One turn: a model reply, the detector's look at it before anything runs, its tool calls, the fold of their results.
 * Leaves to `deciding` when the results are in, to `ending` on a hard stop, a provider error or a breaker.
 */
export const turn = runSetup.createStateConfig({
  initial: "calling_model",
  states: {
    calling_model: {
      entry: "begin_model_call",
      invoke: {
        src: "call_model",
        input: ({ context }) => ({ run: context, purpose: "turn" }),
        onDone: [
          {
            guard: { type: "is_reply", params: ({ event }) => event.output },
            target: "observing",
            actions: {
              type: "take_reply",
              params: ({ event }) => {
                if (!event.output.ok) throw new Error("a failed call has no reply")
                return event.output
              },
            },
          },
          {
            guard: { type: "can_retry", params: ({ event }) => event.output },
            target: "backing_off",
            actions: {
              type: "schedule_retry",
              params: ({ event }) => {
                if (event.output.ok) throw new Error("a reply needs no retry")
                return event.output
              },
            },
          },
          {
            target: "failing",
            actions: {
              type: "take_model_failure",
              params: ({ event }) => {
                if (event.output.ok) throw new Error("a reply is no failure")
                return event.output
              },
            },
          },
        ],
        onError: {
          target: "#run.loop.ending",
          actions: { type: "end_error", params: ({ event }) => ({ thrown: event.error }) },
        },
      },
    },
    backing_off: {
      invoke: {
        src: "back_off",
        input: ({ context }) => ({ run: context, delay_ms: context.back_off_ms }),
        onDone: "calling_model",
        onError: {
          target: "#run.loop.ending",
          actions: { type: "end_error", params: ({ event }) => ({ thrown: event.error }) },
        },
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
        input: ({ context }) => ({ run: context, delay_ms: context.back_off_ms }),
        onDone: "#run.loop.ending",
        onError: "#run.loop.ending",
      },
    },
    observing: {
      always: [
        { guard: "is_stall_judge_due", target: "judging" },
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
            params: ({ context }) => ({ results: [], signals: {}, elapsed_ms: context.budgets.elapsed_ms }),
          },
        },
      ],
    },
    judging: {
      invoke: {
        src: "ask_verifier",
        input: ({ context }) => ({ run: context, stage: "done_judge", trigger: "stalled_done_judge" }),
        onDone: {
          target: "judged",
          actions: { type: "take_stall_judge", params: ({ event }) => event.output },
        },
        onError: {
          target: "#run.loop.ending",
          actions: { type: "end_error", params: ({ event }) => ({ thrown: event.error }) },
        },
      },
    },
    /** The judge was asked once about this turn: unless it ended the run, the turn goes on as if there were none. */
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
        input: ({ context }) => ({ run: context, calls: context.turn?.calls ?? [] }),
        onDone: {
          target: "folding",
          actions: { type: "settle_results", params: ({ event }) => event.output },
        },
        onError: {
          target: "#run.loop.ending",
          actions: { type: "end_error", params: ({ event }) => ({ thrown: event.error }) },
        },
      },
    },
    folding: {
      always: [
        { guard: "is_hard_stop", target: "#run.loop.ending", actions: "end_stuck" },
        { target: "#run.loop.deciding" },
      ],
    },
  },
})
