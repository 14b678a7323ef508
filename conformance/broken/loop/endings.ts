import type { BrokenImplementation } from "../broken_implementation.ts"
import { loop, publishing, resulting } from "../parts/define.ts"
import { withoutFeedback } from "../parts/loop_options.ts"
import { conversing, knobs, reading } from "../parts/loop_ports.ts"

export const endings: readonly BrokenImplementation[] = [
  reading("No ending is summed up.", ["loop.wrapup"], (options) => ({
    ...options,
    final_wrapup: false,
  })),
  resulting("A run that was summed up is done.", ["loop.wrapup"], (result, events) =>
    events.some(({ type }) => type === "final_wrapup") ? { ...result, status: "done" } : result,
  ),
  knobs(
    "A run is given up without verifying its unverified write.",
    ["loop.reserved.write", "loop.reserved.stuck"],
    () => ({ reserved_terminal_verify: false }),
  ),
  knobs("A stuck run gets a turn more than its reserve.", ["loop.reserved.stuck-turns"], () => ({
    reserved_terminal_verify_iterations: 3,
  })),
  resulting(
    "A run that was stuck once stays stuck.",
    ["loop.reserved.stuck", "loop.reserved.stuck-turns"],
    (result, events) => {
      const was_stuck = events.some(
        (event) => event.type === "agent_loop_stall_warning" && event.warning.hard_stop,
      )
      return was_stuck ? { ...result, status: "stuck" } : result
    },
  ),
  knobs("A run is always verified before it is given up.", ["loop.reserved.write"], () => ({
    reserved_terminal_verify: true,
  })),
  knobs(
    "A vetoed reserved verification grants one turn more than its knob says.",
    ["loop.reserved.write"],
    (config) => ({ reserved_terminal_verify_iterations: config.reserved_terminal_verify_iterations + 1 }),
  ),
  knobs(
    "thrash_rescue is never read: always false.",
    ["loop.rescue.repeat", "loop.rescue.monologue"],
    () => ({
      thrash_rescue: false,
    }),
  ),
  knobs("thrash_rescue is never read: always true.", ["loop.rescue.repeat", "loop.rescue.monologue"], () => ({
    thrash_rescue: true,
  })),
  resulting(
    "A run is rescued from every hard stop.",
    ["loop.rescue.uncovered", "loop.rescue.repeat"],
    (result) =>
      result.stop_reason === "thrash_hard_stop"
        ? { ...result, status: "done", stop_reason: "natural" }
        : result,
  ),
  conversing("A rescue does not say why.", ["loop.rescue.repeat", "loop.rescue.monologue"], {
    request: (messages) =>
      withoutFeedback("thrash_recovery")(withoutFeedback("monologue_recovery")(messages)),
  }),
  publishing("A hard stop has no receipt.", ["loop.rescue.receipt"], (event) =>
    event.type === "agent_loop_recovery_receipt" ? [] : [event],
  ),
  knobs("A run that wrote nothing is given up without verifying.", ["loop.reserved.zero-write"], () => ({
    zero_write_terminal_verify: false,
  })),
  knobs(
    "A run that wrote nothing is always verified before it is given up.",
    ["loop.reserved.zero-write", "loop.reserved.write"],
    () => ({ zero_write_terminal_verify: true }),
  ),
  resulting(
    "A stuck run that was verified on its way out is done, whatever the verdict.",
    ["loop.reserved.stuck"],
    (result, events) =>
      result.status === "stuck" && events.some(({ type }) => type === "reserved_terminal_verify")
        ? { ...result, status: "done" }
        : result,
  ),
  resulting("A run that could not be verified does not say why.", ["loop.verdict.unable-told"], (result) =>
    result.stop_reason === "verifier_unable" ? { ...result, stop_detail: "" } : result,
  ),
  loop("An abort does nothing.", ["loop.host.abort"], { deaf: "abort" }),
  publishing("What an abort interrupts never gets its end.", ["loop.host.abort"], (event, before) =>
    event.type === "model_call_end" && !event.ok && before.at(-1)?.type === "model_call_start" ? [] : [event],
  ),
  loop("A request to suspend does nothing.", ["loop.host.suspend"], { deaf: "suspend" }),
  resulting(
    "A run that is done in the turn of a request to suspend is suspended.",
    ["loop.host.suspend"],
    (result, events) =>
      events.some(({ type }) => type === "suspend_requested")
        ? { ...result, status: "suspended", stop_reason: "suspended" }
        : result,
  ),
]
