import { InvalidOptionError } from "@proofloop/foundation/errors"
import * as z from "zod"
import { parseOptions } from "../models/option_schema.ts"
import type { Tool } from "../protocol/executable_tool.ts"
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
  const { annotations } = tool
  // A misspelt annotation would silently turn a check into an observation, so it is refused here.
  if (annotations !== undefined && typeof annotations !== "function") {
    parseOptions(`${option}.annotations`, annotationsSchema, annotations)
  }
  return readToolInput(tool, `${option}.${schema_field}`)
}

/** Annotations by value, with a message for each. */
export const annotationsSchema = z.strictObject(
  {
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
  },
  { error: "a record of annotations, or a function of the arguments" },
)
