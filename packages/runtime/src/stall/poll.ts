import { readCommand } from "../evidence/command/read_command.ts"
import { waitsFirst } from "./back_off.ts"
import { isEditTool } from "./calls.ts"
import type { ProposedCall } from "./state.ts"

/**
 * Whether a call's command asks for something that changes by itself, or waits for it. Asking again is then not a
 * repeat.
 */
export function isPoll(call: ProposedCall): boolean {
  if (call.evidence_role === "verification" || isEditTool(call)) return false
  return readCommand(call.command).polling
}

/** Whether a call has waited: a poll that fails has only where it waits by itself before it asks. */
export function hasWaited(call: ProposedCall, ok: boolean): boolean {
  return isPoll(call) && (ok || waitsFirst(call))
}
