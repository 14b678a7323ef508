/** How many characters a text has by the rules: Unicode code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) if (isPair(text, at)) count -= 1
  return count
}

/** The first `most` code points; when the text is cut, the last is an ellipsis. Splits no character. */
export function cutCodePoints(text: string, most: number): string {
  if (text.length <= most || offsetAfter(text, most) >= text.length) return text
  return most < 1 ? "" : `${text.slice(0, offsetAfter(text, most - 1)).trimEnd()}…`
}

/**
 * The start and the end of a text of more than `most` code points, and between them how many are missing. `tail` of
 * the `most` belong to the end, half by default. Splits no character.
 */
export function cutMiddle(text: string, most: number, tail = Math.floor(most / 2)): string {
  if (text.length <= most) return text
  const omitted = countCodePoints(text) - most
  if (omitted <= 0) return text
  const head = text.slice(0, offsetAfter(text, most - tail))
  return `${head}\n[... ${omitted} characters omitted ...]\n${text.slice(offsetBefore(text, tail))}`
}

/** The place behind the first `points` code points of a text. */
function offsetAfter(text: string, points: number): number {
  let at = 0
  for (let left = points; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1
  return at
}

/** The place where the last `points` code points of a text begin. */
function offsetBefore(text: string, points: number): number {
  let at = text.length
  for (let left = points; left > 0 && at > 0; left -= 1) at -= at > 1 && isPair(text, at - 2) ? 2 : 1
  return at
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
