import { withoutEscapes } from "@proofloop/foundation/text"

/** Text as a reader of the terminal saw it at the end: no escape sequences, LF line ends, overwritten lines gone. */
export function stripTerminal(text: string): string {
  const plain = withoutEscapes(text)
  if (!plain.includes("\r")) return plain
  const lines = plain.replace(/\r{1,4}\n/g, "\n").split("\n")
  return lines.map(withoutOverwritten).join("\n").replaceAll("\r", "")
}

/** What stands behind the last carriage return that something follows. */
function withoutOverwritten(line: string): string {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1)
}
