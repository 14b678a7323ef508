import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { callTool } from "../../../runtime/src/tools/call_tool.fixture.ts"
import { workspaceTools, type WorkspaceOptions } from "./workspace_tools.ts"

export interface ToolBench {
  readonly tools: ReadonlyMap<string, Tool>
  call(name: string, call_arguments: JsonObject, signal?: AbortSignal): Promise<ToolResult>
}

export function benchIn(root: string, options: Partial<WorkspaceOptions> = {}): ToolBench {
  const tools = new Map(workspaceTools({ root, ...options }).map((tool) => [tool.name, tool]))
  return {
    tools,
    async call(name, call_arguments, signal) {
      const tool = tools.get(name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      return callTool(tool, call_arguments, signal === undefined ? {} : { signal })
    },
  }
}
