import * as z from "zod"
import { ModelError, type ModelErrorKind } from "../../errors/model_error.ts"
import { isContextWindowText, kindOfStatus, retryAfterMs, shortText, networkReason } from "../http_failure.ts"

/** An answer with an error status as a `ModelError`; `body` is the start of its body. */
export function errorOfResponse(response: Response, body: string): ModelError {
  const payload = payloadOf(body)
  const status = `${response.status} ${response.statusText}`.trim()
  const text = payload.message || body.trim()
  return new ModelError(text === "" ? status : `${status}: ${text}`, {
    kind: kindOfStatus(response.status, `${payload.code} ${payload.type} ${text}`),
    http_status: response.status,
    retry_after_ms: retryAfterMs((name) => response.headers.get(name), Date.now()),
  })
}

/** The error object of a reply whose HTTP status was fine, alone or in the middle of a stream. */
export function errorOfPayload(value: unknown): ModelError {
  const payload = readPayload(value)
  const status = statusOf(payload)
  return new ModelError(`the provider reports an error: ${payload.message || payload.code || "no message"}`, {
    kind: status === null ? kindOfWords(payload) : kindOfStatus(status, `${payload.type} ${payload.message}`),
    http_status: status,
  })
}

/** A call that got no answer, or only part of one. */
export function errorOfTransport(error: unknown, what: string): ModelError {
  // Without `cause`: a custom fetch may hang the request, with its key, on the error.
  return new ModelError(`${what}: ${networkReason(error)}`, { kind: "transient" })
}

/** The same error with a prefix, without the secrets, and short. */
export function cleanError(error: ModelError, prefix: string, secrets: readonly string[]): ModelError {
  const { kind, http_status, retry_after_ms } = error
  const message = shortText(redact(`${prefix}: ${error.message}`, secrets))
  return new ModelError(message, { kind, http_status, retry_after_ms })
}

function redact(text: string, secrets: readonly string[]): string {
  const longest_first = secrets.toSorted((a, b) => b.length - a.length)
  return longest_first.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text)
}

interface Payload {
  readonly message: string
  readonly code: string
  readonly type: string
  readonly status: string
}

const EMPTY_PAYLOAD: Payload = { message: "", code: "", type: "", status: "" }

const word = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
const payloadSchema = z.object({ message: word, detail: word, code: word, type: word, status: word })

function payloadOf(body: string): Payload {
  try {
    const parsed: unknown = JSON.parse(body)
    // Google wraps the object in a list.
    const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    const has_error = typeof value === "object" && value !== null && "error" in value
    return readPayload(has_error ? value.error : value)
  } catch {
    return EMPTY_PAYLOAD
  }
}

function readPayload(value: unknown): Payload {
  if (typeof value === "string") return { ...EMPTY_PAYLOAD, message: value }
  const parsed = payloadSchema.safeParse(value)
  if (!parsed.success) return EMPTY_PAYLOAD
  const { message, detail, code, type, status } = parsed.data
  return { message: message ?? detail ?? "", code: code ?? "", type: type ?? "", status: status ?? "" }
}

function statusOf(payload: Payload): number | null {
  const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599
  return [payload.code, payload.status].map(Number).find(isStatus) ?? null
}

function kindOfWords({ message, code, type, status }: Payload): ModelErrorKind {
  const words = `${code} ${type} ${status}`
  if (/rate.?limit|too.?many.?requests/i.test(words)) return "rate_limit"
  if (isContextWindowText(`${words} ${message}`)) return "context_window"
  if (/authenti|api.?key|permission/i.test(words)) return "authentication"
  if (/server|internal|overloaded|unavailable|timeout/i.test(words)) return "provider_5xx"
  return /invalid|bad.?request|not.?found/i.test(words) ? "invalid_request" : "unknown"
}
