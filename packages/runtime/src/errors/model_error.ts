import { errorCode } from "@proofloop/foundation/errors"

export type ModelErrorKind =
  | "transient"
  | "rate_limit"
  | "provider_5xx"
  | "context_window"
  | "authentication"
  | "invalid_request"
  | "invalid_response"
  /** There is no such model, or no model at all: an unknown name or path, a redirect, a web page. */
  | "wrong_endpoint"
  | "unknown"

/** All of them. */
export const MODEL_ERROR_KINDS = Object.keys({
  transient: true,
  rate_limit: true,
  provider_5xx: true,
  context_window: true,
  authentication: true,
  invalid_request: true,
  invalid_response: true,
  wrong_endpoint: true,
  unknown: true,
} satisfies Record<ModelErrorKind, true>) as readonly ModelErrorKind[]

/** A failed model call. `transient`, `rate_limit` and `provider_5xx` are worth a retry; the others are not. */
export class ModelError extends Error {
  readonly code = "model_error"
  /** The kind of failure, which decides about a retry. */
  readonly kind: ModelErrorKind
  /** Status of the provider's answer; null when there was none. */
  readonly http_status: number | null
  /** How long the provider asked to wait, in milliseconds. */
  readonly retry_after_ms: number | null

  constructor(
    message: string,
    details: {
      readonly kind: ModelErrorKind
      readonly http_status?: number | null
      readonly retry_after_ms?: number | null
      readonly cause?: unknown
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = "ModelError"
    this.kind = details.kind
    this.http_status = details.http_status ?? null
    this.retry_after_ms = details.retry_after_ms ?? null
  }
}

/** Recognises the error across copies of this package. */
export function isModelError(value: unknown): value is ModelError {
  return errorCode(value) === "model_error"
}

/** Whether trying the same request again can help. */
export function isRetryable(kind: ModelErrorKind): boolean {
  return kind === "transient" || kind === "rate_limit" || kind === "provider_5xx"
}
