/** A file that holds a session, on a disk or in a browser. */
export interface SessionFile {
  /** What it is called in messages, and what its runs are named after. */
  readonly path: string
  /** Bytes it had when it was opened. */
  readonly size: number
  /** Its bytes from `start` (default 0) up to `end` (default all there are), piece by piece. Throws what the file system throws. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>
}
