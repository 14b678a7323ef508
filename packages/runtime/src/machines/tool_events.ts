import { sha256Hex } from "@proofloop/foundation/text"
import { resultText } from "../evidence/evidence_text.ts"
import { isOk } from "../evidence/outcome.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { messageText } from "./messages.ts"
import type { ToolCallRecord } from "./run_state.ts"
import type { Emit } from "./settings.ts"

/** Publishes the end of one tool call: its outcome and a digest of what it printed. */
export function publishToolEnd(
  record: ToolCallRecord,
  result: ToolResult,
  content: boolean,
  emit: Emit,
): void {
  const output = resultText(result)
  const { annotations } = result
  emit({
    type: "tool_call_end",
    call_id: record.call_id,
    tool_name: record.tool_name,
    ok: isOk(result),
    ...(result.status === undefined ? {} : { status: result.status }),
    ...(annotations?.evidence_role === undefined ? {} : { evidence_role: annotations.evidence_role }),
    ...(annotations?.check_id === undefined ? {} : { check_id: annotations.check_id }),
    mutated: result.mutation_status === "applied",
    ...(result.exit_code === undefined ? {} : { exit_code: result.exit_code }),
    output_length: output.length,
    output_sha256: sha256Hex(output),
    ...(content ? { output: messageText(output) } : {}),
  })
}
