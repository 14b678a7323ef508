import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Tool } from "../protocol/executable_tool.ts"
import { checkAnnotations } from "../stall/annotations.ts"
import { readToolInput, type ToolInput } from "./tool_input.ts"

/**
 * The input of a complete tool. Throws InvalidOptionError under the name `option` for the first missing or wrong
 * field. The schema's field is called `schema_field`.
 */
export function checkTool(tool: Tool, option: string, schema_field = "input_schema"): ToolInput {
  const refuse = (field: string, expected: string, got: unknown): never => {
    throw new InvalidOptionError({ option: `${option}.${field}`, expected, got })
  }
  if (typeof tool.name !== "string" || tool.name === "") refuse("name", "a name that is not empty", tool.name)
  if (typeof tool.description !== "string") refuse("description", "a string", tool.description)
  if (typeof tool.execute !== "function") {
    refuse("execute", "a function (call_arguments, context) => result", Reflect.get(tool, "execute"))
  }
  checkAnnotations(`${option}.annotations`, tool.annotations)
  return readToolInput(tool, `${option}.${schema_field}`)
}
