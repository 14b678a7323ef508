import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import type { Json, JsonObject } from "@proofloop/foundation/text"
import { ForgeError, type ForgeProblem } from "../forge/forge_error.ts"
import { ENVIRONMENTS } from "../store/store.ts"
import { EnvironmentFault } from "./fault.ts"

export interface KeptError {
  /** Name of the error's class, such as "EnvironmentFault". */
  readonly name: string
  /** The error's message, unchanged. */
  readonly message: string
  /** Its own fields that are plain values, such as `code`, `kind` and `retry_after_ms`. */
  readonly fields: JsonObject
}

/** The part of an error that decides what becomes of a row. */
export function keptError(thrown: unknown): KeptError {
  const own = thrown instanceof Error ? Object.entries(thrown) : []
  const fields = Object.fromEntries(own.filter((entry): entry is [string, Json] => isPlain(entry[1])))
  const name = thrown instanceof Error ? thrown.name : "Error"
  return { name, message: thrownMessage(thrown), fields: { ...fields, code: errorCode(thrown) } }
}

function isPlain(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value)
}

export function errorOf({ name, message, fields }: KeptError): Error {
  const { code } = fields
  const retry_after_ms = typeof fields["retry_after_ms"] === "number" ? fields["retry_after_ms"] : null
  if (code === "environment_fault") {
    const environment = ENVIRONMENTS.find((one) => one === fields["environment"])
    const needs_person = fields["needs_person"] === true
    if (environment !== undefined)
      return new EnvironmentFault(environment, message, { retry_after_ms, needs_person })
  }
  if (code === "forge_error") {
    const problem = fields["problem"] as ForgeProblem
    return new ForgeError(message, { retryable: fields["retryable"] === true, retry_after_ms, problem })
  }
  return Object.assign(new Error(message), { ...fields, name })
}
