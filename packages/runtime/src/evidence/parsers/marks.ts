import type { OutputParser } from "./parser.ts"

/** Finds in one pass which parsers have a mark in a text. */
export interface MarkIndex {
  /** Whether the parser at each place of the list has one. */
  find(text: string): Uint8Array
}

interface Candidate {
  readonly parser: number
  readonly mark: string
  /** Where in the mark its rarest three characters end. */
  readonly end: number
}

const indexes = new WeakMap<readonly OutputParser[], MarkIndex>()

/** The index of a list of parsers, made once. */
export function markIndex(parsers: readonly OutputParser[]): MarkIndex {
  const known = indexes.get(parsers) ?? createIndex(parsers)
  indexes.set(parsers, known)
  return known
}

const BUCKETS = 1 << 15

/**
 * Every three characters of the text are looked up by a rolling 15-bit key; only where a mark has the same key at its rarest
 * place is the mark compared. Marks of fewer than three characters are looked for one by one.
 */
function createIndex(parsers: readonly OutputParser[]): MarkIndex {
  const buckets: (Candidate[] | undefined)[] = []
  const table = new Uint16Array(BUCKETS)
  const short: { readonly parser: number; readonly mark: string }[] = []
  for (const [parser, { marks = [] }] of parsers.entries()) {
    for (const mark of marks) {
      if (mark.length < 3) {
        short.push({ parser, mark })
        continue
      }
      const end = rarestEnd(mark)
      const key = keyAt(mark, end)
      table[key] ||= buckets.push([])
      buckets[(table[key] ?? 1) - 1]?.push({ parser, mark, end })
    }
  }
  return {
    find(text) {
      const found = new Uint8Array(parsers.length)
      for (const { parser, mark } of short) if (text.includes(mark)) found[parser] = 1
      let key = 0
      for (let index = 0; index < text.length; index += 1) {
        key = ((key << 5) ^ text.charCodeAt(index)) & (BUCKETS - 1)
        const bucket = table[key] ?? 0
        if (bucket === 0 || index < 2) continue
        for (const { parser, mark, end } of buckets[bucket - 1] ?? []) {
          if (found[parser] === 0 && text.startsWith(mark, index - end)) found[parser] = 1
        }
      }
      return found
    },
  }
}

function keyAt(mark: string, end: number): number {
  return (
    ((mark.charCodeAt(end - 2) << 10) ^ (mark.charCodeAt(end - 1) << 5) ^ mark.charCodeAt(end)) &
    (BUCKETS - 1)
  )
}

/** The last of the three characters that logs hold least often: letters and spaces are common, punctuation is not. */
function rarestEnd(mark: string): number {
  let best = 2
  let least = Infinity
  for (let end = 2; end < mark.length; end += 1) {
    const common = [0, 1, 2].reduce((sum, back) => sum + commonness(mark[end - back] ?? ""), 0)
    if (common < least) [best, least] = [end, common]
  }
  return best
}

function commonness(character: string): number {
  if (/[a-z ]/.test(character)) return 4
  if (/[\d./:\n-]/.test(character)) return 3
  return /[A-Z]/.test(character) ? 2 : 1
}
