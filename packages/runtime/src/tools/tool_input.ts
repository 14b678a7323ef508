import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import type { StandardOutcome, StandardSchema, Tool } from "../protocol/executable_tool.ts"

/** A tool's input schema, ready for use: its JSON Schema for the model, and a check of the arguments. */
export interface ToolInput {
  readonly input_schema: JsonObject
  /** The arguments, or what is wrong with them, for the model to read. */
  check(
    value: unknown,
  ): Promise<
    { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly error: string }
  >
}

/** Reads a tool's schema: JSON Schema, or a Standard Schema whose JSON Schema is known. Throws InvalidOptionError on others. */
export function readToolInput(
  { input_schema: schema, json_schema }: Pick<Tool, "input_schema" | "json_schema">,
  option: string,
): ToolInput {
  const expected = "a JSON Schema, or a Standard Schema such as z.object({ ... }) of zod 4"
  const standard = standardOf(schema)
  if (standard !== null) {
    return {
      input_schema: json_schema ?? jsonSchemaOf(schema, standard, option),
      check: async (value) => outcomeOf(await standard.validate(value)),
    }
  }
  if (!isRecord(schema)) throw new InvalidOptionError({ option, expected, got: schema })
  const json: JsonObject = schema
  const checked = checkOf(json)
  if (checked === null) throw new InvalidOptionError({ option, expected, got: schema })
  return {
    input_schema: json_schema ?? json,
    check: async (value) => outcomeOf(await checked["~standard"].validate(value)),
  }
}

/** A check by a JSON Schema; null for one that cannot be read. */
export function checkOf(json: JsonObject): z.ZodType | null {
  try {
    return z.fromJSONSchema(json)
  } catch {
    return null
  }
}

/** The Standard Schema in a value, if it is one; that of ArkType and of Effect is a function. */
export function standardOf(schema: unknown): StandardSchema["~standard"] | null {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return null
  if (!("~standard" in schema)) return null
  return (schema as StandardSchema)["~standard"]
}

/** What a Standard Schema accepts, as its vendor describes it; throws InvalidOptionError without a description. */
function jsonSchemaOf(schema: unknown, standard: StandardSchema["~standard"], option: string): JsonObject {
  const refuse = (expected: string): never => {
    throw new InvalidOptionError({ option, expected, got: schema })
  }
  try {
    if (standard.jsonSchema !== undefined) {
      return standard.jsonSchema.input({ target: "draft-2020-12" }) as JsonObject
    }
    // zod 4 before 4.2 has no Standard JSON Schema, but its schemas are read by ours.
    if (standard.vendor === "zod" && isRecord(schema) && "_zod" in schema) {
      return z.toJSONSchema(schema as unknown as z.ZodType, { io: "input" }) as JsonObject
    }
  } catch (error) {
    return refuse(`a schema that JSON Schema can express (${thrownMessage(error)}), or json_schema beside it`)
  }
  const wrapped = WRAPPED.get(standard.vendor)
  const by = wrapped === undefined ? "" : `, by ${wrapped}`
  return refuse(`a schema that tells its JSON Schema${by}, or json_schema beside it`)
}

/** How a vendor's schemas can be made to give their JSON Schema. */
const WRAPPED: ReadonlyMap<string, string> = new Map([
  ["valibot", "toStandardJsonSchema(schema) of @valibot/to-json-schema"],
  ["zod", "a schema of zod 4"],
])

/** Arguments that passed, or the first five problems, each with the field it is about. */
function outcomeOf(outcome: StandardOutcome): Awaited<ReturnType<ToolInput["check"]>> {
  if (outcome.issues === undefined) return { ok: true, value: outcome.value as JsonObject }
  const problems = outcome.issues.slice(0, 5).map(({ message, path }) => {
    const where = (path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".")
    // ArkType's messages begin with the field.
    return where === "" || message.startsWith(where) ? message : `${where}: ${message}`
  })
  return { ok: false, error: `The arguments are not valid: ${problems.join("; ")}` }
}
