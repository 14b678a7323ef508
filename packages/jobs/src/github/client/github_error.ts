import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import * as z from "zod"
import { ForgeError, type ForgeProblem } from "../../forge/forge_error.ts"
import { withoutSecrets } from "../../forge/without_secrets.ts"

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
  readonly problem: ForgeProblem
}

export interface Refusal {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | number | undefined>>
  readonly data: unknown
}

/** What a refusal means, and what to do about it. `what` is the request; `secrets` stay out of messages. */
export function errorOfAnswer(what: string, refusal: Refusal, secrets: readonly string[]): GithubError {
  const told = messageOf(refusal.data)
  const retry = retryOf(refusal, told)
  const text = plainText(`${what}: ${refusal.status} ${told}`.trimEnd(), secrets)
  const hint = hintOf(refusal, retry.problem)
  return new GithubError(hint === "" ? text : `${text} (${hint})`, refusal.status, retry)
}

/** A text as a message may carry it: without secrets, on one line, at most 300 characters. */
export function plainText(text: string, secrets: readonly string[]): string {
  return cutCodePoints(oneLine(withoutSecrets(text, secrets)), 300)
}

const word = z.string().nullish().catch(null)
const refusalShape = z.object({
  message: word,
  errors: z
    .array(z.union([z.string(), z.object({ message: word, field: word, code: word })]))
    .catch([])
    .default([]),
})

/** "Validation Failed: A pull request already exists for owner:branch." */
function messageOf(data: unknown): string {
  const read = refusalShape.safeParse(data).data
  const details = (read?.errors ?? []).slice(0, 5).map((error) => {
    if (typeof error === "string") return error
    return error.message ?? `${error.field ?? "a field"} is ${error.code ?? "invalid"}`
  })
  return [read?.message ?? "", details.join("; ")].filter((part) => part !== "").join(": ")
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api: 403 is a rate limit as well. */
function retryOf({ status, headers }: Refusal, told: string): Retry {
  const seconds = Number.parseInt(String(headers["retry-after"] ?? ""), 10)
  const is_used_up = String(headers["x-ratelimit-remaining"]) === "0"
  const is_limit =
    status === 429 || (status === 403 && (seconds >= 0 || is_used_up || /rate limit/i.test(told)))
  if (!is_limit && status < 500)
    return { retryable: false, retry_after_ms: null, problem: problemOf(status, told) }
  const reset = Number.parseInt(String(headers["x-ratelimit-reset"] ?? ""), 10) * 1000 - Date.now()
  // A limit without a time asks for at least a minute.
  const wait = seconds >= 0 ? seconds * 1000 : is_used_up && reset >= 0 ? reset : is_limit ? 60_000 : null
  const retry_after_ms = wait === null ? null : Math.min(wait, 3_600_000)
  return { retryable: true, retry_after_ms, problem: is_limit ? "limit" : "unreachable" }
}

/** GitHub's 403 texts about one conversation or person; the credential is fine. */
const OF_ONE = /\bis locked\b|\b(?:is|has) blocked\b/i

function problemOf(status: number, told: string): ForgeProblem {
  if (status === 403 && OF_ONE.test(told)) return "refused"
  if (status === 401 || status === 403) return "credential"
  if (status === 404 || status === 410) return "missing"
  return status === 422 && /draft/i.test(told) ? "no_drafts" : "refused"
}

function hintOf({ status, headers }: Refusal, problem: ForgeProblem): string {
  if (status === 401) return "the token is wrong or expired: make a new one"
  if (problem === "credential") {
    const sso = /^required; url=(https:\/\/[^\s;]{1,1000})$/.exec(String(headers["x-github-sso"] ?? ""))?.[1]
    if (sso !== undefined) return `authorise the token for single sign-on at ${sso}`
    const needed = String(headers["x-accepted-github-permissions"] ?? "").slice(0, 200)
    return needed === "" ? "the token lacks a permission" : `the token needs ${oneLine(needed)}`
  }
  if (status !== 404) return ""
  return "it is not there, or the token may not see it: a private repository needs a token that was given access to it"
}
