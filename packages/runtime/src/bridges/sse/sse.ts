import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { LoopEvent } from "../../protocol/event.ts"

export interface SseOptions {
  /** The `Last-Event-ID` that the browser sent, or null: events up to it are left out. Default: from the first one. */
  readonly last_event_id?: string | null | undefined
  /** Milliseconds after which a comment keeps a silent connection open. Default 15 000, null = none. */
  readonly heartbeat_ms?: number | null | undefined
}

export interface SseSource {
  /** The events of the run; `run` itself has them. */
  readonly events: AsyncIterable<LoopEvent>
}

/**
 * A run's events as `text/event-stream`, in bytes: `id` is the event's `seq`, `event` its type, `data` its JSON. The
 * third `model_delta` after event 12 has the id `12.3`. A reader that reconnects with its `Last-Event-ID` gets what
 * followed, also from `loop.resume` of the run's journal. Cancelling the stream leaves the run alone.
 */
export function toSseStream(run: SseSource, options: SseOptions = {}): ReadableStream<Uint8Array> {
  const place = createPlace(readPlace(options.last_event_id))
  const heartbeat_ms = options.heartbeat_ms === undefined ? 15_000 : options.heartbeat_ms
  const events = run.events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let beat: ReturnType<typeof setInterval> | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(sink) {
        if (heartbeat_ms === null) return
        beat = setInterval(() => {
          // Send no heartbeat to a reader that does not read.
          if ((sink.desiredSize ?? 0) > -HEARTBEATS) sink.enqueue(encoder.encode(": still here\n\n"))
        }, heartbeat_ms)
        beat.unref?.()
      },
      async pull(sink) {
        for (;;) {
          const { done, value } = await events.next()
          if (done === true) {
            clearInterval(beat)
            sink.close()
            return
          }
          const id = place.next(value)
          if (id === null) continue
          sink.enqueue(encoder.encode(frame(value, id)))
          return
        }
      },
      async cancel() {
        clearInterval(beat)
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The same as a `Response` that no proxy holds back, for a host that speaks fetch (Hono, Next, Deno, Bun). */
export function toSseResponse(run: SseSource, options: SseOptions = {}): Response {
  return new Response(toSseStream(run, options), { headers: SSE_HEADERS })
}

/** For a host that writes the response itself. */
const SSE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
}

/** Heartbeats that may wait for a reader. */
const HEARTBEATS = 2

function frame(event: LoopEvent, id: string): string {
  return `${id === "" ? "" : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

interface Place {
  readonly seq: number
  readonly deltas: number
}

/** The ids of events in turn: null for an event the reader has already had, "" for an event without an id. */
function createPlace(seen: Place): { next(event: LoopEvent): string | null } {
  let deltas = 0
  let seen_deltas = seen.deltas
  return {
    next({ type, seq }) {
      if (type === "run_resumed") {
        // A retried model call tells other pieces.
        seen_deltas = 0
        return ""
      }
      if (type !== "model_delta") {
        deltas = 0
        return seq > seen.seq ? String(seq) : null
      }
      deltas += 1
      const is_new = seq > seen.seq || (seq === seen.seq && deltas > seen_deltas)
      return is_new ? `${seq}.${deltas}` : null
    },
  }
}

/** Browsers send back the id they were given; an id of another form came from somebody else. */
function readPlace(id: string | null | undefined): Place {
  const [, seq = "0", deltas = "0"] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(id ?? "") ?? []
  const place = { seq: Number(seq), deltas: Number(deltas) }
  if (id === undefined || id === null || id === "" || /^\d/.test(id)) return place
  const expected = "the id of an event, or null"
  throw new InvalidOptionError({ option: "toSseStream.last_event_id", expected, got: id })
}
