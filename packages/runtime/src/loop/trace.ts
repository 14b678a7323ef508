import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import type { LoopEvent } from "../protocol/event.ts"
import { jsonLine } from "./json_line.ts"

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

/**
 * Opens (or appends to) a trace file, mode 0600; its folder is made. Of a resumed run, events that are in the file already
 * are not written again. Rejects if it cannot be written.
 */
export async function openTrace(path: string, resumed: string | null = null): Promise<TraceSink> {
  await mkdir(dirname(path), { recursive: true })
  const file: FileHandle = await open(path, "a+", 0o600)
  const told = resumed === null ? 0 : await readTold(path, resumed)
  // A line that a crash cut off stays a line of its own.
  let torn = await isTorn(file)
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
      if (event.seq <= told && event.type !== "run_resumed") return
      const first = buffered === ""
      try {
        buffered += `${torn ? "\n" : ""}${jsonLine(event, withoutContent)}\n`
        torn = false
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

/** The number of a run's last event in a trace. */
async function readTold(path: string, run_id: string): Promise<number> {
  let seq = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    try {
      const event = JSON.parse(line) as Partial<LoopEvent> | null
      if (event?.run_id === run_id && typeof event.seq === "number") seq = Math.max(seq, event.seq)
    } catch {
      // What is no event tells nothing.
    }
  }
  return seq
}

async function isTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== "\n"
}

function withoutContent(key: string, value: unknown): unknown {
  return content.has(key) ? undefined : value
}
