/** Longest statement that is read, in lines. */
const MOST_LINES = 20

/**
 * The statements of a test: a line, and the following ones while one of its parentheses is open and no block has
 * begun. `bare`: the same text without the insides of strings.
 */
export function statementsOf(text: string, bare: string): readonly string[] {
  const [lines, bones] = [text.split("\n"), bare.split("\n")]
  const found: string[] = []
  for (let at = 0; at < lines.length;) {
    const last = lastLine(bones, at)
    found.push(lines.slice(at, last + 1).join(" "))
    at = last + 1
  }
  return found
}

function lastLine(bones: readonly string[], from: number): number {
  let depth = 0
  for (let at = from; at < Math.min(bones.length, from + MOST_LINES); at += 1) {
    const line = bones[at] ?? ""
    for (const sign of line) depth += sign === "(" || sign === "[" ? 1 : sign === ")" || sign === "]" ? -1 : 0
    if (depth <= 0) return at
    if (/[{:][ \t]{0,8}$/.test(line)) return from
  }
  return from
}
