/** How many characters a text has as the rules count them: Unicode code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) if (isPair(text, at)) count -= 1
  return count
}

/** The first `most` code points, the last of them an ellipsis when something was cut off. No character is split. */
export function cutCodePoints(text: string, most: number): string {
  if (text.length <= most || offsetAfter(text, most) >= text.length) return text
  return most < 1 ? "" : `${text.slice(0, offsetAfter(text, most - 1)).trimEnd()}…`
}

/**
 * The start and the end of a text of more than `most` code points, and between them how many were left out. `tail` of the
 * `most` are those of the end, half by default. No character is split.
 */
export function cutMiddle(text: string, most: number, tail = Math.floor(most / 2)): string {
  if (text.length <= most) return text
  const omitted = countCodePoints(text) - most
  if (omitted <= 0) return text
  const head = text.slice(0, offsetAfter(text, most - tail))
  return `${head}\n[... ${omitted} characters omitted ...]\n${text.slice(offsetBefore(text, tail))}`
}

/** Where a text goes on behind its first `points` code points. */
function offsetAfter(text: string, points: number): number {
  let at = 0
  for (let left = points; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1
  return at
}

/** Where the last `points` code points of a text begin. */
function offsetBefore(text: string, points: number): number {
  let at = text.length
  for (let left = points; left > 0 && at > 0; left -= 1) at -= at > 1 && isPair(text, at - 2) ? 2 : 1
  return at
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
