import { readCheckCommand } from "../evidence/command/read_command.ts"
import { isOk } from "../evidence/outcome.ts"
import type { ToolCallRecord } from "../machines/run_state.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { callArguments } from "../stall/calls.ts"
import { OBSERVATION_KINDS } from "../stall/settled_role.ts"

/** Whether a call may have been a check that passed, so that it counts which files it saw. */
export function mayBeCheck({ call }: ToolCallRecord, result: ToolResult | undefined): boolean {
  if (result === undefined || !isOk(result)) return false
  const { evidence_role, kind = "", mutates } = result.annotations ?? {}
  if (evidence_role !== undefined) return evidence_role === "verification"
  const { command } = callArguments(call)
  if (typeof command === "string") return readCheckCommand(command) !== null
  return mutates !== true && !OBSERVATION_KINDS.has(kind)
}
