import { errorCode, isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints, redactSecrets } from "@proofloop/foundation/text"
import { ForgeError } from "../forge/forge_error.ts"
import type { Environment } from "../store/store.ts"

/** Something that many rows need is missing: a model, a forge, a runner, money. No row is to blame, and none fails. */
export class EnvironmentFault extends Error {
  readonly code = "environment_fault"
  /** The kind of thing that is missing: a model, a forge, a runner or a budget. */
  readonly environment: Environment
  /** How long it asks to wait; null when it does not say. */
  readonly retry_after_ms: number | null
  /** Whether waiting alone does not bring it back. */
  readonly needs_person: boolean

  constructor(
    environment: Environment,
    message: string,
    options: ErrorOptions & {
      readonly retry_after_ms?: number | null
      /** Default false. */
      readonly needs_person?: boolean
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "EnvironmentFault"
    this.environment = environment
    this.retry_after_ms = options.retry_after_ms ?? null
    this.needs_person = options.needs_person ?? false
  }
}

/** What is missing, and how long it asks to wait; null when it does not say. */
export type Fault = Pick<EnvironmentFault, "environment" | "retry_after_ms"> & {
  /** Only a stranger's program of the row reported it, so the row may be at fault and counts an attempt. Default false. */
  readonly is_doubtful?: boolean | undefined
  /** It refuses the caller, and waiting does not change that. Default false. */
  readonly needs_person?: boolean | undefined
  /** Only this row is known to meet it, so no other one waits. Default false. */
  readonly is_of_row?: boolean | undefined
}

/** What an error says of the environment; null when the row itself is at fault, or that is unknown. */
export function faultOf(thrown: unknown): Fault | null {
  if (thrown instanceof EnvironmentFault) return thrown
  if (thrown instanceof ForgeError) {
    const { problem, retry_after_ms } = thrown
    const is_of_row = problem === "hidden"
    const needs_person = is_of_row || problem === "credential"
    const is_away = needs_person || problem === "unreachable" || problem === "limit"
    return is_away ? { environment: "forge", retry_after_ms, needs_person, is_of_row } : null
  }
  return modelFault(thrown)
}

/** Recognises a model's error by code and kind, so that this package does not need the runtime. */
function modelFault(thrown: unknown): Fault | null {
  if (errorCode(thrown) !== "model_error" || typeof thrown !== "object" || thrown === null) return null
  const { kind, retry_after_ms } = thrown as Readonly<Record<string, unknown>>
  if (MAY_BE_OF_PROMPT.has(kind)) return null
  return {
    environment: "model",
    retry_after_ms: typeof retry_after_ms === "number" ? retry_after_ms : null,
    needs_person: kind === "authentication" || kind === "wrong_endpoint",
  }
}

/** Another prompt may be answered; any other kind meets every prompt. */
const MAY_BE_OF_PROMPT: ReadonlySet<unknown> = new Set([
  "context_window",
  "invalid_request",
  "invalid_response",
  "unknown",
])

/** An error's text for a row and an event: bounded, without secrets. */
export function reasonOf(thrown: unknown): string {
  const text = redactSecrets(thrownMessage(thrown).slice(0, 4000))
  return cutCodePoints(text, 1000) || "it threw an error that says nothing"
}

/** Whether a retry is useless, because the request itself is wrong. */
export function isFinal(thrown: unknown): boolean {
  if (thrown instanceof ForgeError) return !thrown.retryable
  return isInvalidOptionError(thrown)
}
