import type { CheckCommand } from "../../evidence/command/read_command.ts"
import type { ToolAnnotations } from "../../protocol/tool.ts"
import { callArguments, resolveAnnotations } from "../../stall/calls.ts"
import type { DetectorOptions } from "../../stall/detector.ts"
import type { CallPart } from "./part.ts"

/**
 * The role of a call that declares none: verification if its command line runs a known check. A check whose exit code is
 * hidden counts only when a parser understood its output. Undefined leaves it to the detector's own inference.
 */
export function inferRole(
  call: CallPart,
  check: CheckCommand | null,
  understood: boolean,
  tools: DetectorOptions["tools"],
): ToolAnnotations | undefined {
  if (check === null || (check.exit_code_hidden && !understood)) return undefined
  const declared =
    tools !== undefined && Object.hasOwn(tools, call.tool_name) ? tools[call.tool_name] : undefined
  const annotations = resolveAnnotations(declared, callArguments({ arguments: call.input }))
  const is_open = annotations.evidence_role === undefined && (annotations.kind ?? "execute") === "execute"
  if (!is_open) return undefined
  return { ...annotations, evidence_role: "verification", check_id: annotations.check_id ?? check.check_id }
}
