import { read, writeSync } from "node:fs"
import { isRecord } from "@proofloop/foundation/text"

const INPUT = 0
const OUTPUT = 1
const CHUNK = 64 * 1024
const AGAIN_MS = 5

/** What was read of standard input: all of it, more than the limit, or a beginning without an end. */
export type ReadInput =
  | { readonly type: "whole"; readonly text: string }
  | { readonly type: "too_long" }
  | { readonly type: "silent" }

/**
 * Reads standard input as UTF-8 by file descriptor, because Node's streams add a fifth to its start. While the input
 * is silent a thread still waits for it, and only a signal ends the process. Rejects where reading fails.
 */
export function readInput(limits: {
  readonly max_bytes: number
  readonly silence_ms: number
}): Promise<ReadInput> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const silence = setTimeout(() => resolve({ type: "silent" }), limits.silence_ms)
    const end = (how: () => void) => {
      clearTimeout(silence)
      how()
    }
    const next = () => {
      const chunk = Buffer.allocUnsafe(CHUNK)
      read(INPUT, chunk, 0, CHUNK, null, (error, length) => {
        if (error?.code === "EAGAIN") return void setTimeout(next, AGAIN_MS)
        // What Windows says of a pipe that ended.
        if (error !== null && error.code !== "EOF") return end(() => reject(error))
        silence.refresh()
        if (error !== null || length === 0)
          return end(() => resolve({ type: "whole", text: Buffer.concat(chunks).toString("utf8") }))
        size += length
        if (size > limits.max_bytes) return end(() => resolve({ type: "too_long" }))
        chunks.push(chunk.subarray(0, length))
        next()
      })
    }
    next()
  })
}

/** Writes to standard output, synchronously where possible; gives up on a reader that is gone. */
export function writeOutput(text: string): void {
  let bytes = Buffer.from(text)
  try {
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(OUTPUT, bytes))
  } catch (error) {
    if (isRecord(error) && error["code"] === "EAGAIN") process.stdout.write(bytes)
  }
}
