import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolContext } from "../protocol/executable_tool.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { readToolInput } from "./tool_input.ts"

/** Calls a tool as a loop does: with arguments that its schema took. */
export async function callTool(
  tool: Tool,
  given: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const checked = await readToolInput(tool, tool.name).check(given)
  if (!checked.ok) return { ok: false, error: checked.error }
  const { signal = new AbortController().signal } = context
  return (await tool.execute(checked.value, {
    call_id: "call-1",
    iteration: 1,
    ...context,
    signal,
  })) as ToolResult
}
