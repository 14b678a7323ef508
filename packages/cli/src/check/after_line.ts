/** The place of an old line in the new text; for a removed line, where it would be. Both from 1. */
export function afterLine(line: number, before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same += 1
  if (line <= same) return line
  let tail = 0
  while (tail < most - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  if (line > before.length - tail) return line + after.length - before.length
  const within = Math.min(line, after.length - tail)
  return Math.max(1, Math.min(within, lastLine(after)))
}

/** The number of the last line with content: an empty piece behind the last line break does not count. */
export function lastLine(lines: readonly string[]): number {
  return lines.length > 1 && lines.at(-1) === "" ? lines.length - 1 : lines.length
}
