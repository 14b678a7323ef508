import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { workspaceTools, type WorkspaceOptions } from "./workspace_tools.ts"

export interface ToolBench {
  readonly tools: ReadonlyMap<string, Tool>
  call(name: string, call_arguments: JsonObject, signal?: AbortSignal): Promise<ToolResult>
}

export function benchIn(root: string, options: Partial<WorkspaceOptions> = {}): ToolBench {
  const tools = new Map(workspaceTools({ root, ...options }).map((tool) => [tool.name, tool]))
  return {
    tools,
    async call(name, call_arguments, signal = new AbortController().signal) {
      const tool = tools.get(name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      return (await tool.execute(call_arguments, { signal, call_id: "call-1", iteration: 1 })) as ToolResult
    },
  }
}
