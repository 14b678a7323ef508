import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import type { LoopEvent } from "../protocol/event.ts"

/** Writes events to a trace file, one JSON object a line. */
export interface TraceSink {
  write(event: LoopEvent): void
  /** Settles when everything is on disk; rejects with the first write error. */
  close(): Promise<void>
}

/** Fields that hold text of the model, of tools or of the host; a trace has digests and counts instead. */
const content: ReadonlySet<string> = new Set([
  "text",
  "tool_calls",
  "arguments",
  "output",
  "snippet",
  "diagnostic_snippet",
  "message",
])

/** Opens (or appends to) a trace file, mode 0600; its folder is made. Rejects if it cannot be written. */
export async function openTrace(path: string): Promise<TraceSink> {
  await mkdir(dirname(path), { recursive: true })
  const file: FileHandle = await open(path, "a", 0o600)
  let queue: Promise<unknown> = Promise.resolve()
  let buffered = ""
  let failure: unknown = null
  const flush = async (): Promise<void> => {
    const lines = buffered
    buffered = ""
    if (lines !== "" && failure === null) await file.appendFile(lines)
  }
  return {
    write(event) {
      if (event.type === "model_delta") return
      const first = buffered === ""
      try {
        buffered += `${JSON.stringify(event, withoutContent)}\n`
      } catch (error) {
        failure ??= error
        return
      }
      if (first) {
        queue = queue.then(flush).catch((error: unknown) => {
          failure ??= error
        })
      }
    },
    async close() {
      await queue
      await file.close()
      if (failure !== null) throw failure
    },
  }
}

function withoutContent(key: string, value: unknown): unknown {
  return content.has(key) ? undefined : value
}
