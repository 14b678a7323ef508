import type { Readable } from "node:stream"

/** Longest line, in characters, so that endless output of a peer does not fill the memory. */
const MAX_LINE = 16 * 1024 * 1024

/**
 * The lines of a stream, ended by LF alone: JSON may hold characters that other readers take for a line end (U+2028).
 * Throws on a line of more than 16 Mi characters.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = ""
  for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) {
    const [first = "", ...more] = chunk.split("\n")
    rest += first
    for (const next of more) {
      yield rest
      rest = next
    }
    if (rest.length > MAX_LINE) throw new Error(`a line of more than ${MAX_LINE} characters`)
  }
  if (rest !== "") yield rest
}
