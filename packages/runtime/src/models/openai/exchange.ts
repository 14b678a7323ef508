import { abortReason, withDeadline } from "@proofloop/foundation/process"
import { isJson } from "@proofloop/foundation/text"
import { isModelError, ModelError } from "../../errors/model_error.ts"
import type { ModelCallOptions } from "../../protocol/model.ts"
import type { ReplyDraft } from "../reply.ts"
import { createSseParser, type ServerSentEvent } from "../sse.ts"
import { createBodyReader, type BodyReader } from "./body_reader.ts"
import { readCompletion, createCompletionReader, parseJson, type CompletionReader } from "./completion.ts"
import { cleanError, errorOfResponse, errorOfTransport, errorOfPayload } from "./failure.ts"
import type { OpenAICompatibleSettings } from "./options.ts"

/** Sends one request and reads its answer; throws a `ModelError` without secrets, or the reason of an abort. */
export async function exchange(
  settings: OpenAICompatibleSettings,
  body: string,
  { signal, on_delta }: ModelCallOptions,
): Promise<ReplyDraft> {
  try {
    const { timeout_ms: time_ms } = settings
    const late = () => new ModelError(`no complete reply within ${time_ms} ms`, { kind: "transient" })
    return await withDeadline({ time_ms, signals: [signal], late }, (ends) => {
      // One part of a body may hold many pieces; after an abort none is told.
      return attempt(settings, body, ends, (text) => (ends.aborted ? undefined : on_delta?.(text)))
    })
  } catch (error) {
    if (!isModelError(error)) throw error
    throw cleanError(error, `POST ${settings.url.origin}${settings.url.pathname}`, settings.secrets)
  }
}

async function attempt(
  settings: OpenAICompatibleSettings,
  body: string,
  signal: AbortSignal,
  on_delta: (text: string) => void,
): Promise<ReplyDraft> {
  const response = await send(settings, body, signal)
  const reader = createBodyReader(response, settings.max_response_bytes, signal)
  try {
    if (signal.aborted) throw abortReason(signal)
    refuseRedirect(response)
    if (!response.ok) throw errorOfResponse(response, await startOf(reader))
    if (isStream(response, settings.stream))
      return await readStream(reader, isDeclaredStream(response), on_delta)
    return readCompletion(await wholeOf(reader))
  } catch (error) {
    throw isModelError(error) && error.kind === "invalid_response" ? withContentType(error, response) : error
  } finally {
    reader.close()
  }
}

async function send(
  settings: OpenAICompatibleSettings,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const { url, headers } = settings
    // A followed redirect could carry the prompt, and the key, to another host.
    return await settings.fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
  } catch (error) {
    throw signal.aborted ? abortReason(signal) : errorOfTransport(error, "no answer")
  }
}

function refuseRedirect(response: Response): void {
  const is_redirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)
  if (!is_redirect) return
  const location = response.headers.get("location") ?? ""
  const host = URL.canParse(location) ? ` to ${new URL(location).origin}` : ""
  const message = `the server redirects${host}; redirects are not followed, set base_url to the final address`
  throw new ModelError(message, { kind: "wrong_endpoint", http_status: response.status || null })
}

/** Servers may ignore `stream` either way; without a clear content type the request decides. */
function isStream(response: Response, asked: boolean): boolean {
  if (isDeclaredStream(response)) return true
  return asked && !/\bjson\b/i.test(contentType(response))
}

function isDeclaredStream(response: Response): boolean {
  return /text\/event-stream/i.test(contentType(response))
}

function contentType(response: Response): string {
  return response.headers.get("content-type") ?? "none"
}

function withContentType(error: ModelError, response: Response): ModelError {
  const message = `content type ${contentType(response)}: ${error.message}`
  const speaks = isDeclaredStream(response) || /\bjson\b/i.test(contentType(response))
  return new ModelError(message, {
    kind: speaks ? error.kind : "wrong_endpoint",
    http_status: response.status,
  })
}

async function wholeOf(body: BodyReader): Promise<string> {
  const parts: string[] = []
  for (let part = await body.next(); part !== null; part = await body.next()) parts.push(part)
  return parts.join("")
}

/** At most the first 64 Ki characters of an error body; a broken body counts as empty. */
async function startOf(body: BodyReader): Promise<string> {
  let text = ""
  try {
    for (let part = await body.next(); part !== null && text.length < 65_536; part = await body.next())
      text += part
  } catch {
    return text
  }
  return text.slice(0, 65_536)
}

/** How long a server may take to end a stream after its last event, in milliseconds, before its connection is dropped. */
const DRAIN_MS = 100

/**
 * Reads a streamed reply up to `[DONE]` or its end; throws a transient `ModelError` when it was cut. A body without
 * events that was not `declared` as a stream is unreadable, not cut.
 */
async function readStream(
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
