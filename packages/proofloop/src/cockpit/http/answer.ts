import type { IncomingMessage, ServerResponse } from "node:http"
import { servedJson } from "../security/served_text.ts"

export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly parts: readonly string[]
  /** Whether it has the token. */
  readonly may_act: boolean
}

/** What is answered; null: the route writes by itself, as a stream does. */
export type Answer = {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers?: Headers
} | null

type Headers = Readonly<Record<string, string>>

/** A request that cannot be answered, for a reason that its sender may read. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = "HttpError"
    this.status = status
  }
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: "application/json; charset=utf-8", body: servedJson(value) }
}

export function missing(what: string): HttpError {
  return new HttpError(404, `there is no ${what}`)
}
