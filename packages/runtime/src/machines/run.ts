import { repair } from "./repair.ts"
import { defect, runSetup } from "./setup.ts"
import { turn } from "./turn.ts"

/** Verifier, judge, done judge in turn; the first veto or `unable` ends the chain. @requirement loop.verdict.chain */
const verification = runSetup.createStateConfig({
  initial: "asking",
  states: {
    asking: {
      invoke: {
        src: "ask_verifier",
        input: ({ context: { run, effects } }) => ({
          run,
          effects,
          stage: run.verification?.stages[0] ?? "verify_completion",
          trigger: run.verification?.trigger ?? "natural",
        }),
        onDone: { target: "weighing", actions: { type: "take_stage", params: ({ event }) => event.output } },
        onError: { target: "#run.loop.ending", actions: defect },
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

/**
 * A run, from start to stop reason: the loop and, beside it, the repair model. No I/O: actors call the run's effects;
 * `filled_machine.ts` gives actions and guards their code.
 */
export const runMachine = runSetup.createMachine({
  id: "run",
  type: "parallel",
  context: ({ input }) => input,
  on: {
    abort: { target: ".loop.ending", actions: { type: "interrupt", params: "aborted" } },
    deadline: { target: ".loop.ending", actions: { type: "interrupt", params: "wall_clock" } },
    suspend: { actions: "request_suspend" },
    tool_started: { actions: { type: "start_tool", params: ({ event }) => event } },
    tool_finished: { actions: { type: "finish_tool", params: ({ event }) => event } },
  },
  states: {
    loop: {
      initial: "starting",
      states: {
        starting: {
          entry: ["publish_start", "check_budget"],
          always: [{ guard: "is_ending", target: "ending" }, { target: "turn" }],
        },
        turn,
        deciding: {
          initial: "proposing",
          states: {
            asking_host: {
              invoke: {
                src: "consult_host",
                input: ({ context: { run, effects } }) => ({ run, effects }),
                onDone: {
                  target: "proposing",
                  actions: { type: "take_post_turn", params: ({ event }) => event.output },
                },
                onError: { target: "#run.loop.ending", actions: defect },
              },
            },
            proposing: {
              entry: "decide_turn",
              always: [
                { guard: "is_ending", target: "#run.loop.ending" },
                { guard: "is_verifying", target: "#run.loop.verifying" },
                { guard: "has_loop_control", target: "#run.loop.continuing" },
                { target: "#run.loop.spending", actions: "continue_turn" },
              ],
            },
          },
        },
        verifying: verification,
        continuing: {
          entry: "continue_turn",
          always: [
            { guard: "is_ending", target: "ending" },
            { guard: "has_loop_control", target: "controlling" },
            { target: "spending" },
          ],
        },
        controlling: {
          invoke: {
            src: "control_loop",
            input: ({ context: { run, effects } }) => ({ run, effects }),
            onDone: {
              target: "spending",
              actions: { type: "take_control", params: ({ event }) => event.output },
            },
            onError: { target: "ending", actions: defect },
          },
        },
        spending: {
          entry: "spend_turn",
          always: [{ guard: "is_ending", target: "ending" }, { target: "turn" }],
        },
        ending: {
          always: [
            { guard: "is_reserve_due", target: "verifying", actions: "reserve_verification" },
            { guard: "is_terminal_due", target: "appealing" },
            { guard: "is_wrapup_due", target: "wrapping_up" },
            { target: "ended" },
          ],
        },
        appealing: {
          invoke: {
            src: "consult_terminal",
            input: ({ context: { run, effects } }) => ({ run, effects }),
            onDone: {
              target: "appealed",
              actions: { type: "take_terminal", params: ({ event }) => event.output },
            },
            onError: { target: "ending", actions: defect },
          },
        },
        appealed: {
          always: [{ guard: "is_ending", target: "ending" }, { target: "spending" }],
        },
        wrapping_up: {
          entry: "begin_wrapup",
          invoke: {
            src: "call_model",
            input: ({ context: { run, effects } }) => ({ run, effects, purpose: "final_wrapup" }),
            onDone: {
              target: "ended",
              actions: { type: "take_wrapup", params: ({ event }) => event.output },
            },
            onError: { target: "ended", actions: defect },
          },
        },
        ended: { entry: "finish", type: "final" },
      },
    },
    repair,
  },
})
