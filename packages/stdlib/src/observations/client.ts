import { createDeadline } from "@proofloop/foundation/process"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import {
  type Observation,
  observationSchema,
  readObservation,
  type RecordedObservation,
  recordedSchema,
} from "./observation.ts"

export interface ObservationClientOptions {
  /** Default: OCCAM_URL of the environment. Empty: the client does nothing. */
  readonly url?: string | undefined
  /** Default 2000. */
  readonly timeout_ms?: number | undefined
}

export interface AgentLogQuery {
  /** "24h", "7d", or a date. */
  readonly since?: string | undefined
  /** Most entries. Default 20. */
  readonly limit?: number | undefined
  /** Only entries of this repository. Default: all. */
  readonly repository?: string | undefined
}

/** A gateway that keeps observations. No method rejects: what comes late is null or empty, and not asked for again. */
export interface ObservationClient {
  /** Whether it has an address; without one every answer is null or empty. */
  readonly enabled: boolean
  /** The id the gateway gave it. */
  report(observation: Observation): Promise<number | null>
  /** Newest first. Leaves out entries that are not observations. */
  agentLog(query?: AgentLogQuery): Promise<readonly GatewayEntry[]>
  /** What the gateway knows of a repository; null when it does not answer. */
  repositoryContext(target?: string): Promise<JsonObject | null>
  /** The repository's languages and dependencies, as the gateway tells them; null without an answer. */
  fingerprint(target?: string): Promise<JsonObject | null>
}

/** An entry of a gateway's log; it may lack the repository and the time. */
export type GatewayEntry = Partial<RecordedObservation> &
  Pick<RecordedObservation, "outcome" | "touched_files">

export function observationClient(options: ObservationClientOptions = {}): ObservationClient {
  const base = baseUrl(options.url ?? process.env["OCCAM_URL"] ?? "")
  const ask = async (path: string, query: Query, body?: object): Promise<unknown> =>
    base === null ? null : request(urlOf(base, path, query), body, options.timeout_ms ?? 2000)
  return {
    enabled: base !== null,
    async report(observation) {
      const body = observationSchema.safeParse(observation).success ? readObservation(observation) : null
      const answer = body === null ? null : await ask("observation", {}, body)
      const id = isRecord(answer) ? answer["id"] : null
      return Number.isSafeInteger(id) ? (id as number) : null
    },
    async agentLog({ since = "24h", limit = 20, repository } = {}) {
      const answer = await ask("repo/agent-log", { since, limit: String(limit), repository })
      return Array.isArray(answer) ? answer.flatMap(readEntry) : []
    },
    repositoryContext: async (target) => recordOrNull(await ask("repo/context", { target })),
    fingerprint: async (target) => recordOrNull(await ask("repo/fingerprint", { target })),
  }
}

type Query = Readonly<Record<string, string | undefined>>

const entrySchema = recordedSchema
  .partial()
  .required({ outcome: true })
  .extend({
    touched_files: recordedSchema.shape.touched_files.nullish().transform((paths) => paths ?? []),
  })

function readEntry(entry: unknown): readonly GatewayEntry[] {
  const { data } = entrySchema.safeParse(entry)
  return data === undefined ? [] : [data as GatewayEntry]
}

async function request(url: URL, body: object | undefined, timeout_ms: number): Promise<unknown> {
  const deadline = createDeadline({ time_ms: timeout_ms })
  try {
    const response = await fetch(url, {
      signal: deadline.signal,
      redirect: "error",
      headers: { accept: "application/json" },
      ...(body === undefined
        ? {}
        : {
            method: "POST",
            body: JSON.stringify(body),
            headers: { accept: "application/json", "content-type": "application/json" },
          }),
    })
    if (response.status >= 400) {
      await response.body?.cancel()
      return null
    }
    return JSON.parse(await readBody(response)) as unknown
  } catch {
    return null
  } finally {
    deadline.release()
  }
}

function baseUrl(given: string): URL | null {
  if (given.trim() === "" || !URL.canParse(given.trim())) return null
  const url = new URL(given.trim())
  if (!url.pathname.endsWith("/")) url.pathname += "/"
  return url.protocol === "http:" || url.protocol === "https:" ? url : null
}

function urlOf(base: URL, path: string, query: Query): URL {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}

function recordOrNull(value: unknown): JsonObject | null {
  return isRecord(value) ? (value as JsonObject) : null
}

const MAX_BYTES = 4 * 2 ** 20

/** The text of a response. Rejects at 4 MiB, before reading more. */
async function readBody(response: Response): Promise<string> {
  if (response.body === null) return ""
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
