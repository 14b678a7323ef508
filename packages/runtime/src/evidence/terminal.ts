const ESCAPES =
  /[\u001b\u009b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b\n]{0,2048}(?:\u0007|\u001b\\)?|[0-?]{1,64}[@-~]|[@-Z\\^_]|[ -/]{1,8}[0-~])/g

/** Text as a reader of the terminal saw it at the end: no escape sequences, LF line ends, overwritten lines gone. */
export function stripTerminal(text: string): string {
  const has_escape = text.includes("\u001b") || text.includes("\u009b")
  const plain = has_escape ? text.replace(ESCAPES, "") : text
  if (!plain.includes("\r")) return plain
  const lines = plain.replace(/\r{1,4}\n/g, "\n").split("\n")
  return lines.map(withoutOverwritten).join("\n").replaceAll("\r", "")
}

/** What stands behind the last carriage return that something follows. */
function withoutOverwritten(line: string): string {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1)
}
