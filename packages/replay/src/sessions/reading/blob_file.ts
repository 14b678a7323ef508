import type { SessionFile } from "./session_file.ts"

const CHUNK_BYTES = 256 * 1024

/** A file that somebody gave to a page. Memory is bounded by one piece of it. */
export function blobFile(blob: Blob, path: string): SessionFile {
  return {
    path,
    size: blob.size,
    async *read(start = 0, end = blob.size) {
      const last = Math.min(end, blob.size)
      for (let at = start; at < last; at += CHUNK_BYTES)
        yield new Uint8Array(await blob.slice(at, Math.min(at + CHUNK_BYTES, last)).arrayBuffer())
    },
  }
}
