import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import { z } from "zod"
import type { StandardSchema, Tool } from "../protocol/executable_tool.ts"

/** A tool's input schema, ready: what the model is told, and a check of what it sends. */
export interface ToolInput {
  readonly input_schema: JsonObject
  /** The arguments, or what is wrong with them, for the model to read. */
  check(
    value: unknown,
  ): Promise<
    { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly error: string }
  >
}

/** Reads a tool's schema: JSON Schema, or a Standard Schema that can tell its own. Throws InvalidOptionError on others. */
export function readToolInput(tool: Tool, option: string): ToolInput {
  const schema: JsonObject | StandardSchema = tool.input_schema
  const standard = "~standard" in schema ? (schema as StandardSchema)["~standard"] : null
  const expected = "a JSON Schema, or a Standard Schema such as z.object({ ... }) of zod 4"
  if (standard === null) {
    const json = schema as JsonObject
    let checked: z.ZodType
    try {
      checked = z.fromJSONSchema(json)
    } catch {
      throw new InvalidOptionError({ option, expected, got: schema })
    }
    return {
      input_schema: json,
      check: async (value) => outcomeOf(await checked["~standard"].validate(value)),
    }
  }
  const input_schema = standard.jsonSchema?.input({ target: "draft-2020-12" })
  if (input_schema === undefined) throw new InvalidOptionError({ option, expected, got: schema })
  return {
    input_schema: input_schema as JsonObject,
    check: async (value) => outcomeOf(await standard.validate(value)),
  }
}

type Outcome = Awaited<ReturnType<StandardSchema["~standard"]["validate"]>>

function outcomeOf(outcome: Outcome): Awaited<ReturnType<ToolInput["check"]>> {
  if (outcome.issues === undefined) return { ok: true, value: outcome.value as JsonObject }
  const problems = outcome.issues.slice(0, 5).map(({ message, path }) => {
    const where = (path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".")
    return where === "" ? message : `${where}: ${message}`
  })
  return { ok: false, error: `The arguments are not valid: ${problems.join("; ")}` }
}
