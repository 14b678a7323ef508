import { describe, expect, test } from "vitest"
import type { Label } from "./labels.ts"
import { scoreRun, sumScores } from "./score.ts"

const STALLED: Label = {
  id: "a",
  label: "same_failure",
  episodes: [{ kind: "same_failure", first: 2, intervene: 6, last: 9 }],
  confidence: 3,
}
const CALM: Label = { id: "b", label: "none", episodes: [], confidence: 3 }

describe("a trip", () => {
  test.each([
    [2, false],
    [3, true],
    [10, true],
    [11, false],
  ])("at event %i of an episode from 2 to 9 hits: %s", (event, hit) => {
    const scored = scoreRun(STALLED, [event])
    expect([scored.hit, scored.missed, scored.false_positive]).toEqual([hit, !hit, !hit])
  })

  test("is late by its distance from where a reader would step in", () => {
    expect(scoreRun(STALLED, [4]).delay).toBe(-2)
    expect(scoreRun(STALLED, [8, 7]).delay).toBe(1)
    expect(scoreRun(STALLED, [11]).delay).toBeNull()
  })

  test("in a calm run is a false positive and no hit", () => {
    expect(scoreRun(CALM, [5])).toMatchObject({ hit: false, missed: false, false_positive: true })
    expect(scoreRun(CALM, [])).toMatchObject({ hit: false, missed: false, false_positive: false })
  })

  test("outside first, inside later: a false positive, and a hit only when later trips count", () => {
    expect(scoreRun(STALLED, [1, 5])).toMatchObject({ hit: false, missed: true, false_positive: true })
    expect(scoreRun(STALLED, [1, 5], { first_only: false })).toMatchObject({
      hit: true,
      missed: false,
      false_positive: true,
      trips_outside: 1,
    })
  })
})

test("scores add up", () => {
  const runs = [
    scoreRun(STALLED, [6]),
    scoreRun({ ...STALLED, id: "c", label: "environment" }, []),
    scoreRun(CALM, [3]),
    scoreRun(STALLED, [8]),
  ]
  expect(sumScores(runs)).toEqual({
    runs: 4,
    hits: 2,
    false_positives: 1,
    missed: 1,
    precision: 2 / 3,
    recall: 2 / 3,
    f1: 2 / 3,
    by_kind: { environment: { hits: 0, runs: 1 }, same_failure: { hits: 2, runs: 2 } },
    median_delay: 1,
    within_one_event: 0.5,
  })
})

test("nothing to divide is null, not a perfect score", () => {
  expect(sumScores([])).toMatchObject({ precision: null, recall: null, f1: null, within_one_event: null })
  expect(sumScores([scoreRun(CALM, [])])).toMatchObject({ precision: null, recall: null, f1: null })
})
