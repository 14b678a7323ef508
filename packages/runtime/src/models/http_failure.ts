import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { ModelErrorKind } from "../errors/model_error.ts"

/** What an HTTP error status means for a retry; `text` is the provider's explanation. */
export function kindOfStatus(status: number, text: string): ModelErrorKind {
  if (status === 429) return "rate_limit"
  if (status >= 500) return "provider_5xx"
  if (status === 408) return "transient"
  if (REFUSALS.has(status)) return "authentication"
  if (isContextWindowText(text)) return "context_window"
  return OF_REQUEST.has(status) && !/model.?not.?found/i.test(text) ? "invalid_request" : "wrong_endpoint"
}

/** Of the caller: unauthorized, payment required, forbidden, proxy authentication required (RFC 9110). */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407])

/** Of this request: bad request, content too large, unprocessable content. Any other status meets every request. */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422])

/** Whether a provider's error text says that the prompt does not fit. A request for too much output is another error. */
export function isContextWindowText(text: string): boolean {
  return CONTEXT_WINDOW_TEXTS.test(text)
}

const CONTEXT_WINDOW_TEXTS =
  /context[ _-]?(?:length|window|size)|maximum context|prompt is too long|input is too long|too many tokens|reduce the length of the (?:messages|prompt|input)/i

/** The wait a provider asks for, in milliseconds, by `retry-after-ms` or `retry-after` (seconds or an HTTP date), or null. */
export function retryAfterMs(
  header: (name: string) => string | null | undefined,
  now_ms: number,
): number | null {
  const exact = Number.parseFloat(header("retry-after-ms") ?? "")
  if (Number.isFinite(exact)) return wholeMs(exact)
  const text = header("retry-after")?.trim()
  if (!text) return null
  if (/^[+-]?[\d.]+$/.test(text)) return wholeMs(Number(text) * 1000)
  return wholeMs(Date.parse(text) - now_ms)
}

function wholeMs(ms: number): number | null {
  if (Number.isNaN(ms)) return null
  return Math.min(Math.max(0, Math.ceil(ms)), Number.MAX_SAFE_INTEGER)
}

/** The system error code in a chain of causes (ECONNRESET, ENOTFOUND, ...), null if there is none. */
export function systemErrorCode(error: unknown): string | null {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    const code = errorCode(at)
    if (code !== "") return code
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return null
}

/** Why a call got no answer: the message, and the system's code or what is wrong with the port. */
export function networkReason(error: unknown): string {
  const text = thrownMessage(error)
  const port = portRefusal(error)
  if (port !== "") return `${text}${port}`
  const code = systemErrorCode(error)
  return code !== null && !text.includes(code) ? `${text} (${code})` : text
}

/** What fetch means by "bad port", in words; "" for any other error. https://fetch.spec.whatwg.org/#port-blocking */
export function portRefusal(error: unknown): string {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at.message === "bad port")
      return ": fetch never connects to this port, which belongs to another protocol; use another one"
    at = at.cause
  }
  return ""
}

/** An error text of at most 600 characters, for events and logs. */
export function shortText(text: string): string {
  return cutCodePoints(text, 600)
}
