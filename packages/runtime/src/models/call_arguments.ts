import { thrownMessage } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"

export type ParsedArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly problem: string }

/** Reads the arguments of a tool call as providers send them: JSON text, an object, or nothing at all (`{}`). */
export function parseCallArguments(value: unknown): ParsedArguments {
  if (typeof value !== "string") return asObject(value ?? {})
  if (value.trim() === "") return { ok: true, arguments: {} }
  try {
    return asObject(JSON.parse(value) ?? {})
  } catch (error) {
    return {
      ok: false,
      problem: `not valid JSON (${thrownMessage(error)})`,
    }
  }
}

function asObject(value: unknown): ParsedArguments {
  if (isJsonObject(value)) return { ok: true, arguments: value }
  return {
    ok: false,
    problem: `not a JSON object (got ${Array.isArray(value) ? "a list" : `a ${typeof value}`})`,
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value)
}
