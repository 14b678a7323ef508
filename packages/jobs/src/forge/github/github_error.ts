import { redactSecrets, cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { z } from "zod"
import { ForgeError } from "../forge_error.ts"

/** An answer that is a refusal. */
export class GithubError extends ForgeError {
  readonly status: number

  constructor(message: string, status: number, retry: Retry) {
    super(message, retry)
    this.name = "GithubError"
    this.status = status
  }
}

interface Retry {
  readonly retryable: boolean
  readonly retry_after_ms: number | null
}

/** `body` is the start of the answer's body. */
export function errorOfAnswer(what: string, response: Response, body: string, token: string): GithubError {
  const told = messageOf(body)
  const text = `${what}: ${response.status} ${told || response.statusText}`
  return new GithubError(withoutToken(text, token), response.status, retryOf(response, told))
}

/** A text as a message may carry it: without secrets, on one line, at most 300 characters. */
export function withoutToken(text: string, token: string): string {
  const redacted = redactSecrets(text.replaceAll(token, "[redacted]"))
  return cutCodePoints(oneLine(redacted), 300)
}

const word = z.string().nullish().catch(null)
const refusal = z.object({
  message: word,
  errors: z
    .array(z.union([z.string(), z.object({ message: word, field: word, code: word })]))
    .catch([])
    .default([]),
})

/** "Validation Failed: A pull request already exists for owner:branch." */
function messageOf(body: string): string {
  const { data } = refusal.safeParse(parsed(body))
  const details = (data?.errors ?? []).slice(0, 5).map((error) => {
    if (typeof error === "string") return error
    return error.message ?? `${error.field ?? "a field"} is ${error.code ?? "invalid"}`
  })
  return [data?.message ?? "", details.join("; ")].filter((part) => part !== "").join(": ")
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api: 403 is a rate limit as well. */
function retryOf({ status, headers }: Response, told: string): Retry {
  const seconds = Number.parseInt(headers.get("retry-after") ?? "", 10)
  const is_used_up = headers.get("x-ratelimit-remaining") === "0"
  const is_limit =
    status === 429 || (status === 403 && (seconds >= 0 || is_used_up || /rate limit/i.test(told)))
  if (!is_limit && status < 500) return { retryable: false, retry_after_ms: null }
  const reset = Number.parseInt(headers.get("x-ratelimit-reset") ?? "", 10) * 1000 - Date.now()
  // Without a time of its own a limit asks for at least a minute.
  const wait = seconds >= 0 ? seconds * 1000 : is_used_up && reset >= 0 ? reset : is_limit ? 60_000 : null
  return { retryable: true, retry_after_ms: wait === null ? null : Math.min(wait, 3_600_000) }
}
