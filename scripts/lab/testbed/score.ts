import { isBroken } from "./broken.ts"
import type { Pair, Read } from "./judge.ts"

/** How many of a kind were right. */
export interface Share {
  readonly right: number
  readonly of: number
}

export interface Score {
  readonly same: Share
  readonly different: Share
  /** Fails that are fails, passes that are passes. */
  readonly outcome: Share
  readonly zero: Share
  readonly timeout: Share
  /** Of the sides whose number of tests is known: right, and neither right nor null. */
  readonly tests_run: Share
  readonly tests_wrong: number
  /** Projects that did not end as they should: they are in no pair. */
  readonly broken: number
}

export function scoreOf(pairs: readonly Pair[], reads: readonly Read[]): Score {
  const same = pairs.filter(({ must_be }) => must_be === "same")
  const different = pairs.filter(({ must_be }) => must_be === "different")
  const sound = reads.filter((read) => !isBroken(read.telling))
  const ended = sound.filter(
    ({ telling }) => telling.expectation === "fail" || telling.expectation === "pass",
  )
  const of = (name: string) => sound.filter(({ telling }) => telling.expectation === name)
  const counted = ended.filter(({ telling }) => telling.tests_run !== undefined && telling.change !== "cut")
  const wrong = counted.filter(
    ({ telling, evidence }) => evidence?.tests_run !== null && evidence?.tests_run !== telling.tests_run,
  )
  return {
    same: share(same, ({ is_right }) => is_right),
    different: share(different, ({ is_right }) => is_right),
    outcome: share(ended, ({ telling, evidence }) => evidence?.class === telling.expectation),
    zero: share(of("zero"), ({ evidence }) => evidence?.tests_run === 0),
    timeout: share(of("timeout"), ({ evidence }) => evidence?.kind === "timeout"),
    tests_run: share(counted, ({ telling, evidence }) => evidence?.tests_run === telling.tests_run),
    tests_wrong: wrong.length,
    broken: reads.length - sound.length,
  }
}

function share<Item>(items: readonly Item[], isRight: (item: Item) => boolean): Share {
  return { right: items.filter(isRight).length, of: items.length }
}

/** The bounds within which the true share lies with a chance of 95 %, after Wilson; in percent. */
export function wilson({ right, of }: Share): readonly [low: number, high: number] {
  if (of === 0) return [0, 100]
  const z = 1.96
  const p = right / of
  const middle = p + (z * z) / (2 * of)
  const reach = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  const scale = 100 / (1 + (z * z) / of)
  return [Math.max(0, (middle - reach) * scale), Math.min(100, (middle + reach) * scale)]
}
