import { abortReason, withDeadline } from "@proofloop/foundation/process"
import { ModelError } from "../../errors/model_error.ts"
import { errorOfTransport } from "./failure.ts"

export interface BodyReader {
  /** The next piece of text, null at the end; throws the abort reason, or a `ModelError` when the body breaks or is too big. */
  next(): Promise<string | null>
  /** Waits at most `ms` milliseconds for the end of a body that was read, so that its connection can be used again. */
  drain(ms: number): Promise<void>
  /** Abandons the rest and its connection. Does nothing at the end of the body. */
  close(): void
}

/** Reads a response body as UTF-8 text, up to `max_bytes`; `signal` is the call's own. */
export function createBodyReader(response: Response, max_bytes: number, signal: AbortSignal): BodyReader {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  // Cancel the body of a custom fetch, which may not know the signal. The signal ends with the call.
  signal.addEventListener("abort", () => void reader?.cancel(signal.reason).catch(() => {}), { once: true })

  async function next(): Promise<string | null> {
    if (!reader) return null
    const { done, value } = await readPart(reader, signal)
    if (done) return decoder.decode() || null
    bytes += value.byteLength
    if (bytes > max_bytes) {
      throw new ModelError(`the response is larger than ${max_bytes} bytes`, { kind: "invalid_response" })
    }
    return decoder.decode(value, { stream: true })
  }

  function close(): void {
    // Not awaited: the stream of a custom fetch may take its time.
    reader?.cancel().catch(() => {})
  }

  return {
    next,
    close,
    async drain(ms) {
      const rest = async (): Promise<void> => {
        while ((await next()) !== null) continue
      }
      await withDeadline({ time_ms: ms }, rest).catch(() => {})
      close()
    },
  }
}

async function readPart(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<{ done: true; value?: Uint8Array | undefined } | { done: false; value: Uint8Array }> {
  try {
    const part = await reader.read()
    if (signal.aborted) throw abortReason(signal)
    return part
  } catch (error) {
    throw signal.aborted
      ? abortReason(signal)
      : errorOfTransport(error, "the connection broke in the middle of the reply")
  }
}
