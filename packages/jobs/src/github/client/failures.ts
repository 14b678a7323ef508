import { thrownMessage } from "@proofloop/foundation/errors"
import * as z from "zod"
import { ForgeError } from "../../forge/forge_error.ts"
import type { GithubSettings } from "../settings/settings.ts"
import { errorOfAnswer, plainText } from "./github_error.ts"

export interface Failure {
  /** "GET /repos/acme/shop/pulls". */
  readonly what: string
  readonly settings: GithubSettings
  readonly secrets: readonly string[]
  readonly signal: AbortSignal | undefined
}

const answered = z.object({
  status: z.number(),
  response: z.object({
    headers: z.record(z.string(), z.union([z.string(), z.number(), z.undefined()])).catch({}),
    data: z.unknown(),
  }),
})
const queryFailure = z.object({
  name: z.literal("GraphqlResponseError"),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).min(1),
})

/** What Octokit throws, as a ForgeError. */
export function asForgeError(thrown: unknown, failure: Failure): ForgeError {
  const { what, settings, secrets, signal } = failure
  if (thrown instanceof ForgeError) return thrown
  if (thrown instanceof Error && thrown.cause instanceof ForgeError) return thrown.cause
  if (signal?.aborted === true)
    return new ForgeError("the request was interrupted", { retryable: true, problem: "interrupted" })
  const query = queryFailure.safeParse(thrown).data
  if (query !== undefined) return errorOfQuery(query.errors, secrets)
  const refusal = answered.safeParse(thrown).data
  const request = shortened(what, settings)
  if (refusal !== undefined) return errorOfAnswer(request, { ...refusal, ...refusal.response }, secrets)
  const why = plainText(thrownMessage(thrown), secrets)
  if (thrown instanceof Error && "status" in thrown)
    return new ForgeError(`${settings.web} cannot be reached: ${why}`, { retryable: true })
  return new ForgeError(`${request}: ${why}`, { retryable: false })
}

/** Throws again; what is not found of a repository itself is hidden. */
export function asHidden(error: unknown): never {
  if (!(error instanceof ForgeError) || error.problem !== "missing") throw error
  throw new ForgeError(error.message, { retryable: false, problem: "hidden", cause: error })
}

/** Not when the service says how long to wait. */
export function isWorthAnotherTry({ retryable, retry_after_ms, problem }: ForgeError): boolean {
  return retryable && retry_after_ms === null && problem !== "interrupted"
}

function errorOfQuery(
  errors: ReadonlyArray<{ readonly type?: string | undefined; readonly message: string }>,
  secrets: readonly string[],
): ForgeError {
  const message = `POST /graphql: ${plainText(errors.map((error) => error.message).join("; "), secrets)}`
  switch (errors[0]?.type) {
    case "RATE_LIMITED":
      return new ForgeError(message, { retryable: true, retry_after_ms: 60_000, problem: "limit" })
    case "FORBIDDEN":
    case "INSUFFICIENT_SCOPES":
      return new ForgeError(message, { retryable: false, problem: "credential" })
    case "NOT_FOUND":
      return new ForgeError(message, { retryable: false, problem: "missing" })
    default:
      return new ForgeError(message, { retryable: false })
  }
}

/** "GET acme/shop/pulls". */
function shortened(what: string, { api }: GithubSettings): string {
  const [method = "", url = ""] = what.split(" ")
  const [path = ""] = url.replace(api, "").split("?", 1)
  return `${method} ${path.replace(/^\/repos\//, "")}`
}
