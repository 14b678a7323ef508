import { readCommand } from "@proofloop/runtime/detector"
import { readPrinted } from "@proofloop/runtime/evidence"
import type { HookCall } from "../events/host_event.ts"

const MAX_TEXT = 64 * 1024

/**
 * Treats a call whose exit code is hidden, such as `npm test 2>&1 | tail -5`, as the pass that its report shows. Any
 * other call is returned unchanged. The detector handles a red report, the person a missing one.
 */
export function asHiddenPass(call: HookCall, root: string): HookCall {
  const command = readCommandLine(call)
  if (command === "" || call.observation === null || call.status !== undefined || call.failed === true)
    return call
  if (call.exit_code !== undefined && call.exit_code !== 0) return call
  const { check } = readCommand(command, root)
  if (check?.exit_code_hidden !== true || /^\s{0,99}!/.test(command)) return call
  const output = call.observation.slice(-MAX_TEXT)
  const outcome = readPrinted(output, command)
  // Nothing hangs on a check that says nothing at all when it passes, but that the agent may stop.
  if (outcome.status !== "pass" && !(outcome.status === "weak" && outcome.cause === "silent")) return call
  return {
    ...call,
    annotations: { ...call.annotations, evidence_role: "verification", check_id: check.check_id },
  }
}

function readCommandLine({ arguments: given }: HookCall): string {
  return typeof given === "object" &&
    given !== null &&
    "command" in given &&
    typeof given.command === "string"
    ? given.command
    : ""
}
