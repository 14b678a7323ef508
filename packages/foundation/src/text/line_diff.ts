const CONTEXT = 2
/** Above this many changed lines the middle is shown as replaced: nobody would read it line by line. */
const MAX_STEPS = 1500

/** A line that stays, goes or comes. */
export type DiffLine = readonly [sign: " " | "-" | "+", text: string]

/** The changes between two texts, line by line, each with the lines around it; "" without a change. */
export function lineDiff(before: string, after: string): string {
  return hunks(diffLines(linesOf(before), linesOf(after)))
}

/** All lines of two texts in order; where very many differ, the old ones come before the new ones. */
export function diffLines(old_lines: readonly string[], new_lines: readonly string[]): readonly DiffLine[] {
  let start = 0
  while (start < Math.min(old_lines.length, new_lines.length) && old_lines[start] === new_lines[start])
    start += 1
  let tail = 0
  const room = Math.min(old_lines.length, new_lines.length) - start
  while (tail < room && old_lines.at(-1 - tail) === new_lines.at(-1 - tail)) tail += 1
  return [
    ...old_lines.slice(0, start).map((text) => [" ", text] as const),
    ...middle(
      old_lines.slice(start, old_lines.length - tail),
      new_lines.slice(start, new_lines.length - tail),
    ),
    ...old_lines.slice(old_lines.length - tail).map((text) => [" ", text] as const),
  ]
}

/** Line breaks are shown escaped: a changed one alone is a change. */
function linesOf(text: string): readonly string[] {
  if (text === "") return []
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? `${line.slice(0, -1)}␍` : line))
  return lines.at(-1) === "" ? lines.slice(0, -1) : [...lines.slice(0, -1), `${lines.at(-1) ?? ""}␄`]
}

/** Myers' shortest edit script: http://www.xmailserver.org/diff2.pdf */
function middle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const all: readonly DiffLine[] = [
    ...before.map((text) => ["-", text] as const),
    ...after.map((text) => ["+", text] as const),
  ]
  if (before.length === 0 || after.length === 0) return all
  const furthest = new Map<number, number>([[1, 0]])
  const trace: ReadonlyMap<number, number>[] = []
  for (let steps = 0; steps <= Math.min(MAX_STEPS, before.length + after.length); steps += 1) {
    trace.push(new Map(furthest))
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = goesDown(furthest, diagonal, steps)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      furthest.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trace, before, after)
    }
  }
  return all
}

function goesDown(furthest: ReadonlyMap<number, number>, diagonal: number, steps: number): boolean {
  const above = furthest.get(diagonal + 1) ?? -1
  const left = furthest.get(diagonal - 1) ?? -1
  return diagonal === -steps || (diagonal !== steps && left < above)
}

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let x = before.length
  let y = after.length
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const furthest = trace[steps] ?? new Map<number, number>()
    const diagonal = x - y
    const from = goesDown(furthest, diagonal, steps) ? diagonal + 1 : diagonal - 1
    const from_x = furthest.get(from) ?? 0
    const from_y = from_x - from
    while (x > Math.max(from_x, 0) && y > Math.max(from_y, 0)) {
      x -= 1
      y -= 1
      lines.push([" ", before[x] ?? ""])
    }
    if (steps === 0) break
    if (x === from_x) lines.push(["+", after[(y -= 1)] ?? ""])
    else lines.push(["-", before[(x -= 1)] ?? ""])
  }
  return lines.toReversed()
}

function hunks(lines: readonly DiffLine[]): string {
  const near = new Set<number>()
  for (const [index, [sign]] of lines.entries()) {
    if (sign === " ") continue
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at)
  }
  let shown = ""
  let old_line = 1
  let is_shown = false
  for (const [index, [sign, text]] of lines.entries()) {
    if (near.has(index)) {
      if (!is_shown) shown += `@@ line ${old_line} @@\n`
      shown += `${sign}${text}\n`
    }
    is_shown = near.has(index)
    if (sign !== "+") old_line += 1
  }
  return shown
}
