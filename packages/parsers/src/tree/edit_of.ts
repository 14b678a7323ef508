export interface LineEdit {
  /** UTF-16 code units, each at the beginning of a line. */
  readonly start: number
  readonly old_end: number
  readonly new_end: number
  /** The lines of these places, from 0. */
  readonly start_row: number
  readonly old_end_row: number
  readonly new_end_row: number
}

/** The one replacement of whole lines that makes a text of another. Both end with a newline. */
export function editOf(from: string, to: string): LineEdit {
  const shorter = Math.min(from.length, to.length)
  let same = 0
  while (same < shorter && from.charCodeAt(same) === to.charCodeAt(same)) same += 1
  const start = same === 0 ? 0 : from.lastIndexOf("\n", same - 1) + 1
  let tail = 0
  const most = shorter - start
  while (tail < most && from.charCodeAt(from.length - 1 - tail) === to.charCodeAt(to.length - 1 - tail))
    tail += 1
  // What follows the first newline of the equal end begins a line in both.
  const old_end = tail === 0 ? from.length : from.indexOf("\n", from.length - tail) + 1
  const new_end = to.length - (from.length - old_end)
  const start_row = newlinesIn(from, 0, start)
  return {
    start,
    old_end,
    new_end,
    start_row,
    old_end_row: start_row + newlinesIn(from, start, old_end),
    new_end_row: start_row + newlinesIn(to, start, new_end),
  }
}

function newlinesIn(text: string, from: number, until: number): number {
  let count = 0
  for (let at = text.indexOf("\n", from); at !== -1 && at < until; at = text.indexOf("\n", at + 1)) count += 1
  return count
}
