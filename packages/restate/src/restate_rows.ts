import { thrownMessage } from "@proofloop/foundation/errors"
import { type RowEngine, rowsElsewhere } from "@proofloop/jobs/engines"
import * as z from "zod"
import { NEWS, REPOSITORY, ROW } from "./names.ts"

export interface RestateRowsOptions {
  /** Where Restate takes requests. Default http://127.0.0.1:8080. */
  readonly ingress?: string | undefined
  /** Sent with each request, such as a credential. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one request. Default 60 000. */
  readonly timeout_ms?: number | undefined
}

const refusalSchema = z.object({ message: z.string() })

/** Restate is away, or refuses a request. */
export class RestateRequestError extends Error {
  readonly code = "restate_request"
  /** The status of HTTP; null: no answer. */
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.name = "RestateRequestError"
    this.status = status
  }
}

/** Rows that Restate moves, seen from any process. Its functions reject with RestateRequestError. */
export function restateRows(options: RestateRowsOptions = {}): RowEngine {
  const ask = requests(options)
  return rowsElsewhere({
    start: async (name, input) => void (await ask([ROW.name, name, "run", "send"], input)),
    wake: async (name) => void (await ask([NEWS.name, name, "wake"])),
    rest: async (name) => ask([NEWS.name, name, "restOf"]),
    cancel: async ({ repository, ...row }, reason) =>
      void (await ask([REPOSITORY.name, repository, "cancel"], { ...row, reason })),
    interrupt: async (name) => void (await ask([NEWS.name, name, "interrupt"])),
  })
}

/** Tells Restate of a worker, so that it sends turns there. `url`: of the worker, or of what stands before many. */
export async function registerWorker({
  admin = "http://127.0.0.1:9070",
  url,
  ...options
}: Pick<RestateRowsOptions, "headers" | "timeout_ms"> & {
  /** Address of Restate's admin API. Default "http://127.0.0.1:9070". */
  readonly admin?: string | undefined
  /** Address of the worker, or of what stands before many. */
  readonly url: string
}): Promise<void> {
  await requests({ ...options, ingress: admin })(["deployments"], { uri: url, force: true })
}

function requests({
  ingress = "http://127.0.0.1:8080",
  headers = {},
  timeout_ms = 60_000,
}: RestateRowsOptions) {
  return async (path: readonly string[], body?: unknown): Promise<unknown> => {
    const url = new URL(path.map(encodeURIComponent).join("/"), `${ingress.replace(/\/$/, "")}/`)
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { "content-type": "application/json" }
    const init = { method: "POST", headers: { ...type, ...headers }, signal: AbortSignal.timeout(timeout_ms) }
    let text: string
    let response: Response
    try {
      response = await fetch(url, { ...init, ...content })
      text = await response.text()
    } catch (error) {
      throw new RestateRequestError(`Restate does not answer at ${url.origin}: ${reasonOf(error)}`, null, {
        cause: error,
      })
    }
    if (response.ok) return text === "" ? null : JSON.parse(text)
    throw new RestateRequestError(`Restate refuses ${path.at(-1)}: ${messageOf(text)}`, response.status)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return thrownMessage(cause ?? error)
}

function messageOf(text: string): string {
  try {
    return refusalSchema.parse(JSON.parse(text)).message
  } catch {
    return text.slice(0, 300)
  }
}
