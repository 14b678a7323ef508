import { ModelError } from "../../errors/model_error.ts"
import type { ReplyDraft } from "../reply.ts"
import { createSseParser, type ServerSentEvent } from "../sse.ts"
import type { BodyReader } from "./body_reader.ts"
import { createCompletionReader, parseJson, type CompletionReader } from "./completion.ts"
import { errorOfPayload } from "./failure.ts"

/** How long a server may take to end a stream after its last event, in milliseconds, before its connection is dropped. */
const DRAIN_MS = 100

/**
 * Reads a streamed reply up to `[DONE]` or its end; throws a transient `ModelError` when it was cut. A body without
 * events that was not `declared` as a stream is unreadable, not cut.
 */
export async function readStream(
  body: BodyReader,
  declared: boolean,
  on_delta: (text: string) => void,
): Promise<ReplyDraft> {
  const parser = createSseParser()
  const reply = createCompletionReader()
  let events_read = 0
  let ended = false
  while (!ended) {
    const part = await body.next()
    ended = part === null
    for (const event of part === null ? parser.end() : parser.push(part)) {
      events_read += 1
      if (event.data.trim() === "[DONE]" && reply.has_choice) {
        await body.drain(DRAIN_MS)
        return reply.draft()
      }
      const text = readEvent(event, reply, events_read)
      if (text !== "") on_delta(text)
    }
  }
  if (reply.finished) return reply.draft()
  if (!declared && events_read === 0) {
    throw new ModelError("the body is not a stream of events", { kind: "invalid_response" })
  }
  throw new ModelError("the stream ended before the reply was complete", { kind: "transient" })
}

function readEvent(event: ServerSentEvent, reply: CompletionReader, at: number): string {
  // The partial last event of a cut stream.
  if (!event.complete && !isJson(event.data)) return ""
  if (["", "[DONE]"].includes(event.data.trim())) return ""
  const value = parseJson(event.data, `event ${at}`)
  if (event.type === "error" && !hasError(value)) throw errorOfPayload(value)
  return reply.add(value)
}

function hasError(value: unknown): boolean {
  return typeof value === "object" && value !== null && "error" in value && Boolean(value.error)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
