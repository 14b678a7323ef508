import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

/** A file's lines, one at a time. */
export function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity })
}
