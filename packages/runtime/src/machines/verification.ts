import { runSetup } from "./setup.ts"

/**
 * The verify entrypoint: verifier, judge, done judge in turn; the first veto or `unable` ends the chain.
 * @requirement loop.verdict.chain
 */
export const verification = runSetup.createStateConfig({
  initial: "asking",
  states: {
    asking: {
      invoke: {
        src: "ask_verifier",
        input: ({ context }) => ({
          run: context,
          stage: context.verification?.stages[0] ?? "verify_completion",
          trigger: context.verification?.trigger ?? "natural",
        }),
        onDone: { target: "weighing", actions: { type: "take_stage", params: ({ event }) => event.output } },
        onError: {
          target: "#run.loop.ending",
          actions: { type: "end_error", params: ({ event }) => ({ thrown: event.error }) },
        },
      },
    },
    weighing: {
      always: [
        { guard: "is_concluded", target: "concluding", actions: "conclude_verification" },
        { target: "asking" },
      ],
    },
    concluding: {
      always: [{ guard: "is_ending", target: "#run.loop.ending" }, { target: "#run.loop.continuing" }],
    },
  },
})
