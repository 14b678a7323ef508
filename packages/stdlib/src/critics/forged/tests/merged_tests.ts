import type { TestCase } from "./test_case.ts"
import { sharedPart, wordsOf } from "./words.ts"

interface Placed {
  readonly path: string
  readonly test: TestCase
}

interface Pair {
  readonly path: string
  readonly before: TestCase
  readonly after: TestCase
}

/** Lost tests that another test of their file took up: it gained as many assertions, and has their words now. */
export function mergedTests(gone: readonly Placed[], pairs: readonly Pair[]): ReadonlySet<TestCase> {
  const gained = new Map(
    pairs.map((pair) => [pair, assertionsOf(pair.after) - assertionsOf(pair.before)] as const),
  )
  const merged = new Set<TestCase>()
  for (const { path, test } of gone) {
    const least = Math.max(1, assertionsOf(test))
    const taker = [...gained].find(
      ([pair, left]) => pair.path === path && left >= least && takesUp(pair, test),
    )
    if (taker === undefined) continue
    const [pair, left] = taker
    gained.set(pair, left - least)
    merged.add(test)
  }
  return merged
}

/** It has most words of the other test, and some of them it had not before. */
function takesUp({ before, after }: Pair, { body }: TestCase): boolean {
  const [words, old, now] = [wordsOf(body), wordsOf(before.body), wordsOf(after.body)]
  const is_new = [...words].some((word) => now.has(word) && !old.has(word))
  return is_new && sharedPart(words, now) >= LIKE
}

const LIKE = 0.8

function assertionsOf({ assertions }: TestCase): number {
  return assertions.filter(({ flaw }) => flaw === null).length
}
