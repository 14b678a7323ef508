import { isBroken } from "./broken.ts"
import { type Evidence, readOutput } from "./reading.ts"
import type { Telling } from "./record.ts"

/** How a telling was read. */
export interface Read {
  readonly telling: Telling
  readonly evidence: Evidence | null
}

export interface Pair {
  readonly tool: string
  readonly change: string
  readonly must_be: "same" | "different"
  readonly left: Read
  readonly right: Read
  readonly is_right: boolean
}

export function readTellings(tellings: readonly Telling[]): readonly Read[] {
  return tellings.map((telling) => ({ telling, evidence: readOutput(telling.output, telling.command) }))
}

/**
 * The pairs of one tool. The first failure told in all ways, one after the other and each against the plain one, is
 * the same. Each of its tellings differs from each near miss, and the near misses differ from each other. A project that
 * did not fail as it should is in no pair.
 */
export function pairsOf(tool: string, reads: readonly Read[]): readonly Pair[] {
  const failing = reads.filter((read) => read.telling.expectation === "fail" && !isBroken(read.telling))
  const [first] = failing
  if (first === undefined) return []
  const tellings = failing.filter(({ telling }) => telling.variant === first.telling.variant)
  const misses = failing.filter(({ telling }) => telling.variant !== first.telling.variant)
  const pair = (must_be: Pair["must_be"], left: Read, right: Read): Pair => {
    const is_same = must_be === "same"
    return {
      tool,
      change: right.telling.change === "plain" ? left.telling.change : right.telling.change,
      must_be,
      left,
      right,
      is_right: (left.evidence?.signature === right.evidence?.signature) === is_same,
    }
  }
  return [
    ...tellings.slice(1).map((telling) => pair("same", first, telling)),
    ...tellings.slice(2).flatMap((telling, index) => {
      const before = tellings[index + 1]
      return before ? [pair("same", before, telling)] : []
    }),
    ...tellings.flatMap((telling) => misses.map((miss) => pair("different", telling, miss))),
    ...misses.flatMap((left, index) =>
      misses.slice(index + 1).map((right) => pair("different", left, right)),
    ),
  ]
}
