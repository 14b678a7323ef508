import { readCheckCommand } from "../evidence/command/read_command.ts"
import { coerceText, isOk, okContent } from "../evidence/outcome.ts"
import type { ToolCallRecord } from "../machines/run_state.ts"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import { callArguments, isEditTool } from "../stall/calls.ts"
import { OBSERVATION_KINDS } from "../stall/settled_role.ts"
import { onlyLooks } from "./run_files.ts"

/** Whether a call may have been a passing check, so that the files it saw matter. */
export function mayBeCheck({ call }: ToolCallRecord, result: ToolResult | undefined): boolean {
  if (result === undefined || !isOk(result)) return false
  const { evidence_role, kind = "", mutates } = result.annotations ?? {}
  if (evidence_role !== undefined) return evidence_role === "verification"
  const { command } = callArguments(call)
  if (typeof command === "string") return readCheckCommand(command) !== null
  return mutates !== true && !OBSERVATION_KINDS.has(kind) && SPEAKS_OF_TESTS.test(endOf(result))
}

/** Whether calls are declared checks beside others that only look, so that the files stay as they are. */
export function areChecksAlone(
  calls: readonly ToolCallRecord[],
  annotationsOf: (call: ToolCallRecord) => ToolAnnotations,
): boolean {
  const doing = calls
    .map((record) => ({ record, annotations: annotationsOf(record) }))
    .filter(({ annotations }) => !onlyLooks(annotations))
  return doing.length > 0 && doing.every(({ record, annotations }) => isDeclaredCheck(record, annotations))
}

/** Whether a call declares beforehand that it is a check. */
export function isDeclaredCheck({ call }: ToolCallRecord, annotations: ToolAnnotations): boolean {
  const { evidence_role, kind = "", mutates = null } = annotations
  if (isEditTool({ kind, mutates })) return false
  if (evidence_role !== undefined) return evidence_role === "verification"
  const { command } = callArguments(call)
  return typeof command === "string" && readCheckCommand(command) !== null
}

/** Words that end a report of tests. */
const SPEAKS_OF_TESTS = /\b(?:tests?|pass|passed|fail|failed|failures|ok|specs?|examples?)\b/i

function endOf(result: ToolResult): string {
  return `${result.tests_run === undefined ? "" : "tests "}${coerceText(okContent(result)).slice(-4096)}`
}
