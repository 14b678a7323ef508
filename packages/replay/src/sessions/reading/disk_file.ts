import { createReadStream } from "node:fs"
import type { SessionFile } from "./session_file.ts"

const CHUNK_BYTES = 256 * 1024

export function diskFile(path: string, size: number): SessionFile {
  return {
    path,
    size,
    async *read(start = 0, end = Number.POSITIVE_INFINITY) {
      if (start >= end) return
      // The stream counts its last byte in.
      const options = { start, end: end - 1, highWaterMark: CHUNK_BYTES }
      for await (const chunk of createReadStream(path, options)) yield chunk as Uint8Array
    },
  }
}
