import type { BrokenImplementation } from "../broken_implementation.ts"
import { loop } from "../parts/define.ts"
import { knobs, reading } from "../parts/loop_ports.ts"

export const endings: readonly BrokenImplementation[] = [
  reading("never_sums_up", "No ending is summed up.", ["loop.wrapup"], (options) => ({
    ...options,
    final_wrapup: false,
  })),
  loop("wrapup_changes_the_status", "A run that was summed up is done.", ["loop.wrapup"], {
    result: (result, events) =>
      events.some(({ type }) => type === "final_wrapup") ? { ...result, status: "done" } : result,
  }),
  knobs(
    "reserved_verify_ignored",
    "A run is given up without verifying its unverified write.",
    ["loop.reserved.write", "loop.reserved.stuck"],
    () => ({ reserved_terminal_verify: false }),
  ),
  knobs(
    "reserved_verify_forced",
    "A run is always verified before it is given up.",
    ["loop.reserved.write"],
    () => ({ reserved_terminal_verify: true }),
  ),
  knobs(
    "one_reserved_turn_more",
    "A vetoed reserved verification grants one turn more than its knob says.",
    ["loop.reserved.write"],
    (config) => ({ reserved_terminal_verify_iterations: config.reserved_terminal_verify_iterations + 1 }),
  ),
  knobs(
    "zero_write_verify_ignored",
    "A run that wrote nothing is given up without verifying.",
    ["loop.reserved.zero-write"],
    () => ({ zero_write_terminal_verify: false }),
  ),
  knobs(
    "zero_write_verify_forced",
    "A run that wrote nothing is always verified before it is given up.",
    ["loop.reserved.zero-write", "loop.reserved.write"],
    () => ({ zero_write_terminal_verify: true }),
  ),
  loop(
    "stuck_run_is_done",
    "A stuck run that was verified on its way out is done, whatever the verdict.",
    ["loop.reserved.stuck"],
    {
      result: (result, events) =>
        result.status === "stuck" && events.some(({ type }) => type === "reserved_terminal_verify")
          ? { ...result, status: "done" }
          : result,
    },
  ),
  loop("deaf_to_abort", "An abort does nothing.", ["loop.host.abort"], { deaf: "abort" }),
  loop("abort_leaves_starts_open", "What an abort interrupts never gets its end.", ["loop.host.abort"], {
    event: (event, before) =>
      event.type === "model_call_end" && !event.ok && before.at(-1)?.type === "model_call_start"
        ? []
        : [event],
  }),
  loop("deaf_to_suspend", "A request to suspend does nothing.", ["loop.host.suspend"], { deaf: "suspend" }),
  loop(
    "suspend_wins",
    "A run that is done in the turn of a request to suspend is suspended.",
    ["loop.host.suspend"],
    {
      result: (result, events) =>
        events.some(({ type }) => type === "suspend_requested")
          ? { ...result, status: "suspended", stop_reason: "suspended" }
          : result,
    },
  ),
]
