import { thrownMessage } from "@proofloop/foundation/errors"
import * as z from "zod"
import { ModelError, type ModelErrorKind } from "../../errors/model_error.ts"
import {
  isContextWindowText,
  kindOfStatus,
  portRefusal,
  retryAfterMs,
  shortText,
  systemErrorCode,
} from "../http_failure.ts"

/** An error of an AI SDK provider as a `ModelError`; the original is its `cause`. */
export function errorOfAiSdk(error: unknown): ModelError {
  const details = detailsSchema.safeParse(error).data ?? {}
  const message = thrownMessage(error)
  return new ModelError(shortText(`${message}${portRefusal(error)}`), {
    kind: kindOf(error, message, details),
    http_status: details.statusCode ?? null,
    retry_after_ms: retryAfterMs((name) => details.responseHeaders?.[name], Date.now()),
    cause: error,
  })
}

const detailsSchema = z.object({
  statusCode: z.number().nullish().catch(null),
  isRetryable: z.boolean().nullish().catch(null),
  responseHeaders: z.record(z.string(), z.string()).nullish().catch(null),
  responseBody: z.string().nullish().catch(null),
})

type Details = Partial<z.infer<typeof detailsSchema>>

function kindOf(error: unknown, message: string, details: Details): ModelErrorKind {
  const { statusCode, isRetryable } = details
  if (statusCode != null && statusCode >= 400) {
    const kind = kindOfStatus(statusCode, `${message} ${details.responseBody ?? ""}`)
    // The provider knows more statuses that allow a retry (409, ...).
    return ["invalid_request", "wrong_endpoint"].includes(kind) && isRetryable ? "transient" : kind
  }
  const named = error instanceof Error ? KIND_OF_NAME.get(error.name) : undefined
  if (named) return named
  if (isContextWindowText(message)) return "context_window"
  return isRetryable || isNetworkFailure(error) ? "transient" : "unknown"
}

const KIND_OF_NAME = new Map<string, ModelErrorKind>([
  ["AI_LoadAPIKeyError", "authentication"],
  ["AI_JSONParseError", "invalid_response"],
  ["AI_TypeValidationError", "invalid_response"],
  ["AI_InvalidResponseDataError", "invalid_response"],
  ["AI_EmptyResponseBodyError", "invalid_response"],
  ["AI_NoContentGeneratedError", "invalid_response"],
  ["AI_InvalidPromptError", "invalid_request"],
  ["AI_InvalidArgumentError", "invalid_request"],
  ["AI_LoadSettingError", "invalid_request"],
  ["AI_NoSuchModelError", "invalid_request"],
  ["AI_UnsupportedFunctionalityError", "invalid_request"],
])

function isNetworkFailure(error: unknown): boolean {
  const code = systemErrorCode(error)
  if (code !== null && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true
  return error instanceof TypeError && error.message === "fetch failed"
}
