import { readCommand } from "../evidence/command/read_command.ts"
import { isEditTool } from "./calls.ts"
import type { ProposedCall } from "./state.ts"

/** Whether a call asks by its command for something that changes by itself, or waits for it: to ask again is no repeat. */
export function isPoll(call: ProposedCall): boolean {
  if (call.evidence_role === "verification" || isEditTool(call)) return false
  return readCommand(call.command).polling
}
