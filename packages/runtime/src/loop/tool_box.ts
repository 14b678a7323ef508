import { nearestName } from "@proofloop/foundation/errors"
import type { Tool } from "../protocol/executable_tool.ts"
import type { ToolDefinition } from "../protocol/model.ts"
import type { DeclaredAnnotations } from "../protocol/tool.ts"
import { checkTool } from "../tools/check_tool.ts"
import { readTools, type ToolsInput } from "../tools/read_tools.ts"
import type { ToolInput } from "../tools/tool_input.ts"

export interface BoxedTool {
  readonly tool: Tool
  readonly input: ToolInput
}

export interface ToolBox {
  readonly definitions: readonly ToolDefinition[]
  readonly tools: readonly Tool[]
  find(name: string): BoxedTool | undefined
  /** Says that no such tool exists, for the model to read. */
  unknown(name: string): string
}

/** Checks the tools of a loop; throws InvalidOptionError on a field that is missing or wrong, or a schema it cannot read. */
export function createToolBox(
  given: ToolsInput,
  annotations?: Readonly<Record<string, DeclaredAnnotations>>,
): ToolBox {
  const boxed = new Map<string, BoxedTool>()
  for (const { tool, option } of readTools(given, annotations)) {
    boxed.set(tool.name, { tool, input: checkTool(tool, option) })
  }
  const names = [...boxed.keys()]
  return {
    definitions: [...boxed.values()].map(({ tool, input }) => ({
      name: tool.name,
      description: tool.description,
      input_schema: input.input_schema,
    })),
    tools: [...boxed.values()].map(({ tool }) => tool),
    find: (name) => boxed.get(name),
    unknown(name) {
      const near = nearestName(name, names)
      const hint = near === null ? `The tools are: ${names.join(", ") || "none"}.` : `Did you mean "${near}"?`
      return `There is no tool named ${JSON.stringify(name)}. ${hint}`
    },
  }
}
