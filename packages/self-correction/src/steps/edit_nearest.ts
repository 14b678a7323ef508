/** The line of a text that shares most words with the first line of a part that is not in it, or null. */
export function nearestLine(
  text: string,
  part: string,
): { readonly line: number; readonly text: string } | null {
  const wanted = part
    .split("\n")
    .map(wordsOf)
    .find((words) => words.size > 0)
  if (wanted === undefined) return null
  let best: { readonly line: number; readonly text: string } | null = null
  let best_score = LEAST_ALIKE
  for (const [index, line] of text.split("\n").entries()) {
    const score = likeness(wanted, wordsOf(line))
    if (score <= best_score) continue
    best = { line: index + 1, text: line.trim().slice(0, MAX_SHOWN) }
    best_score = score
  }
  return best
}

const LEAST_ALIKE = 0.4
const MAX_SHOWN = 200
const MAX_WORDS = 60

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(
    line
      .slice(0, 2000)
      .match(/\w{1,80}/g)
      ?.slice(0, MAX_WORDS),
  )
}

/** Dice's coefficient: 1 for the same words, 0 for none in common. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared += 1
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size)
}
