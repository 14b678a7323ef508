import type { ToolCall, ToolResult } from "../protocol/tool.ts"
import type { DetectorOptions } from "./detector.ts"
import type { Moment } from "./transcripts.fixture.ts"

/** The tools of a plain repair run, all declared. */
export const REPAIR_TOOLS: NonNullable<DetectorOptions["tools"]> = {
  run_test: { evidence_role: "verification", kind: "test" },
  lint: { evidence_role: "verification", kind: "check", check_id: "lint" },
  apply_fix: { kind: "edit" },
  read_file: { kind: "read", evidence_role: "observation" },
}

export type Pair = readonly [ToolCall, ToolResult]

/** One turn: calls and their results, or prose. */
export function turnOf(pairs: readonly Pair[], text = ""): readonly Moment[] {
  const results = pairs.map(([call, result]) => ({ tool_name: call.name, ...result }))
  return [
    { at: "propose", proposal: { tool_calls: pairs.map(([call]) => call), text } },
    { at: "settle", settlement: { results } },
  ]
}
