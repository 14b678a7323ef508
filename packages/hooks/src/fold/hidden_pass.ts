import { readCommand } from "@proofloop/runtime/detector"
import { exitTold } from "@proofloop/runtime/internal/detector"
import { readPrinted } from "@proofloop/runtime/internal/evidence"
import type { HookCall } from "../events/host_event.ts"
import { commandOf } from "./placed_call.ts"

const MAX_TEXT = 64 * 1024

/**
 * Treats a call whose exit code is hidden, such as `npm test 2>&1 | tail -5`, as the pass that its report shows. So it
 * does with a check whose end the host does not tell, as if its exit code were hidden. Any other call is returned
 * unchanged. The detector handles a red report, the person a missing one.
 */
export function asHiddenPass(call: HookCall, root: string): HookCall {
  const command = commandOf(call)
  const is_untold = call.status === "unknown"
  if (command === "" || call.observation === null || call.failed === true) return call
  if (call.status !== undefined && !is_untold) return call
  if (call.exit_code !== undefined && call.exit_code !== 0) return call
  const { check } = readCommand(command, root)
  if (check === null || /^\s{0,99}!/.test(command)) return call
  if (check.exit_code_hidden !== true && !is_untold) return call
  if (check.echoed !== undefined && exitTold(call.observation, check.echoed) !== undefined) return call
  const output = call.observation.slice(-MAX_TEXT)
  const outcome = readPrinted(output, is_untold ? `${command} | tail` : command)
  // Nothing hangs on a check that says nothing at all when it passes, but that the agent may stop.
  if (outcome.status !== "pass" && !(outcome.status === "weak" && outcome.cause === "silent")) return call
  return {
    ...call,
    status: undefined,
    annotations: { ...call.annotations, evidence_role: "verification", check_id: check.check_id },
  }
}
