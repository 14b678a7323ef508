import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { z } from "zod"
import { parseOptions } from "../models/option_schema.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import type { ToolDefinition } from "../protocol/model.ts"
import { readToolInput, type ToolInput } from "./tool_input.ts"

export interface BoxedTool {
  readonly tool: Tool
  readonly input: ToolInput
}

/** A run's tools by name, with what the model is told of them. */
export interface ToolBox {
  readonly definitions: readonly ToolDefinition[]
  find(name: string): BoxedTool | undefined
  /** Says that there is no such tool, for the model to read. */
  unknown(name: string): string
}

/** Checks the tools of a loop; throws InvalidOptionError on a bad name, a doubled one or a schema it cannot read. */
export function createToolBox(tools: readonly Tool[]): ToolBox {
  const boxed = new Map<string, BoxedTool>()
  tools.forEach((tool, index) => {
    const option = `createAgentLoop.tools[${index}]`
    if (typeof tool?.name !== "string" || tool.name === "" || typeof tool.execute !== "function") {
      const expected = "a tool with name, description, input_schema and execute"
      throw new InvalidOptionError({ option, expected, got: tool })
    }
    if (typeof tool.input_schema !== "object" || tool.input_schema === null) {
      const expected = "a JSON Schema, or a Standard Schema such as z.object({ ... }) of zod 4"
      throw new InvalidOptionError({ option: `${option}.input_schema`, expected, got: tool.input_schema })
    }
    checkAnnotations(tool.annotations, `${option}.annotations`)
    if (boxed.has(tool.name)) {
      throw new InvalidOptionError({
        option: `${option}.name`,
        expected: "a name of its own",
        got: tool.name,
      })
    }
    boxed.set(tool.name, { tool, input: readToolInput(tool, `${option}.input_schema`) })
  })
  const names = [...boxed.keys()]
  return {
    definitions: [...boxed.values()].map(({ tool, input }) => ({
      name: tool.name,
      description: tool.description,
      input_schema: input.input_schema,
    })),
    find: (name) => boxed.get(name),
    unknown(name) {
      const near = nearestName(name, names)
      const hint = near === null ? `The tools are: ${names.join(", ") || "none"}.` : `Did you mean "${near}"?`
      return `There is no tool named ${JSON.stringify(name)}. ${hint}`
    },
  }
}

const annotations = z.strictObject({
  kind: z.string({ error: "a string" }).optional(),
  side_effect_level: z.string({ error: "a string" }).optional(),
  mutates: z.boolean({ error: "a boolean" }).optional(),
  evidence_role: z
    .enum(["observation", "verification"], { error: '"observation" or "verification"' })
    .optional(),
  check_id: z.string({ error: "a string" }).optional(),
  soft: z.boolean({ error: "a boolean" }).optional(),
  read_only: z.boolean({ error: "a boolean" }).optional(),
  idempotent: z.boolean({ error: "a boolean" }).optional(),
})

/** A slip in an annotation would silently make a check an observation: it is an error while it can be. */
function checkAnnotations(given: unknown, option: string): void {
  if (given !== undefined && typeof given !== "function") parseOptions(option, annotations, given)
}
