import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

export function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity })
}

/** Whether a file's first line is complete; reads no more than needed. */
export async function hasWholeLine(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file)) if ((chunk as Buffer).includes("\n")) return true
  return false
}
