import { type AppendLog, openAppendLog } from "@proofloop/foundation/files"
import type { LoopEvent } from "../protocol/event.ts"
import { jsonLine } from "./json_line.ts"

/** Writes events to a trace file, one JSON object a line. */
export interface TraceSink {
  write(event: LoopEvent): void
  /** Settles when everything is on disk; rejects with the first write error. */
  close(): Promise<void>
}

/** Fields that hold text of the model, of tools or of the host; a trace has digests and counts instead. */
const CONTENT: ReadonlySet<string> = new Set([
  "text",
  "tool_calls",
  "arguments",
  "output",
  "snippet",
  "diagnostic_snippet",
  "message",
])

/**
 * Opens (or appends to) a trace file, mode 0600; its folder is made. Events of a resumed run that the file holds
 * already are not written again. Rejects if it cannot be written.
 */
export async function openTrace(path: string, resumed: string | null = null): Promise<TraceSink> {
  const log = await openAppendLog(path, { writers: "many", as_named: true })
  const told = resumed === null ? 0 : await readTold(log, resumed)
  // Start a new line after one that a crash cut off.
  let torn = !(await log.endsWithLine())
  let queue: Promise<unknown> = Promise.resolve()
  let buffered = ""
  let failure: unknown = null
  const flush = async (): Promise<void> => {
    const lines = buffered
    buffered = ""
    if (lines !== "" && failure === null) await log.append(lines)
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
      await log.close()
      if (failure !== null) throw failure
    },
  }
}

/** The number of a run's last event in a trace. */
async function readTold(log: AppendLog, run_id: string): Promise<number> {
  let told = 0
  const read = (line: Buffer): void => {
    try {
      const event = JSON.parse(line.toString()) as Partial<LoopEvent> | null
      if (event?.run_id === run_id && typeof event.seq === "number") told = Math.max(told, event.seq)
    } catch {
      // A line that is not an event counts for nothing.
    }
  }
  read(await log.visit(read))
  return told
}

function withoutContent(key: string, value: unknown): unknown {
  return CONTENT.has(key) ? undefined : value
}
