import { readCheckCommand } from "../evidence/command/read_command.ts"
import { coerceText, isOk, okContent } from "../evidence/outcome.ts"
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
  return mutates !== true && !OBSERVATION_KINDS.has(kind) && SPEAKS_OF_TESTS.test(endOf(result))
}

/** What a report of tests ends with, in one word or another. */
const SPEAKS_OF_TESTS = /\b(?:tests?|pass|passed|fail|failed|failures|ok|specs?|examples?)\b/i

function endOf(result: ToolResult): string {
  return `${result.tests_run === undefined ? "" : "tests "}${coerceText(okContent(result)).slice(-4096)}`
}
