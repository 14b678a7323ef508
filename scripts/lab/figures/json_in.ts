/** The JSON object among the lines that a command printed, or null: from a line that begins with `{` to one that ends with `}`. */
export function jsonIn(output: string): unknown {
  const lines = output.split("\n")
  const last = lines.findLastIndex((line) => line.endsWith("}"))
  for (const [first, line] of lines.entries()) {
    if (!line.startsWith("{") || first > last) continue
    try {
      return JSON.parse(lines.slice(first, last + 1).join("\n"))
    } catch {
      // A line of something else.
    }
  }
  return null
}
