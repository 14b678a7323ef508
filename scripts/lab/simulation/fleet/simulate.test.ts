import { expect, test } from "vitest"
import { KNOBS } from "./knobs.ts"
import { officeMs, workedUntil } from "./people.ts"
import { PLACES } from "./places.ts"
import { readMeasured, sample } from "./service.ts"
import { simulateFleet } from "./simulate.ts"
import { summaryOf } from "./summary.ts"

const HOUR = 3_600_000
const SMALL = { ...KNOBS, days: 2, repositories: 12, workers: 2, people: 3 }
const { run } = readMeasured().measured

test("every run is in exactly one place, and Little's law holds in each", async () => {
  for (const change of [{}, { failing_share: 0.3, red_share: 0.6 }, { tokens_a_minute: 3000 }]) {
    const { counts, ms, merged, active } = await simulateFleet({ ...SMALL, ...change }, run)
    expect(counts.arrived).toBeGreaterThanOrEqual(SMALL.repositories)
    expect(PLACES.reduce((sum, place) => sum + counts.count(place), 0)).toBe(counts.arrived)
    expect(counts.count("done")).toBe(merged)
    // The mean number is the arrivals a millisecond times the mean stay.
    for (const place of PLACES) expect(counts.mean(place) * ms).toBeCloseTo(counts.totalStay(place), -2)
    expect(active).toBeCloseTo(counts.mean("turn"), 3)
    expect(active).toBeLessThanOrEqual(SMALL.workers)
  }
})

test("a seed stands for the same days, and another one for others", async () => {
  const told = async (seed: number) => {
    const simulated = await simulateFleet({ ...SMALL, seed }, run)
    return [simulated.hours, summaryOf(simulated, SMALL)]
  }
  expect(await told(7)).toEqual(await told(7))
  expect(await told(7)).not.toEqual(await told(8))
})

test("what has least is what saturates", async () => {
  const knobs = { ...SMALL, days: 1, approved_share: 0, tokens_a_minute: 100 }
  const summary = summaryOf(await simulateFleet(knobs, run), knobs)
  expect(summary.saturated).toBe("model")
  expect(summaryOf(await simulateFleet(SMALL, run), SMALL).saturated).toBeNull()
})

test("people work from nine to five, Monday to Friday", () => {
  expect(workedUntil(0, HOUR)).toBe(10 * HOUR)
  expect(workedUntil(16.5 * HOUR, HOUR)).toBe((24 + 9.5) * HOUR)
  expect(workedUntil((4 * 24 + 16.5) * HOUR, HOUR)).toBe((7 * 24 + 9.5) * HOUR)
  expect(officeMs(7)).toBe(40 * HOUR)
})

test("a sample lies between the measured quantiles", () => {
  const spread = { count: 9, mean: 2, p10: 1, p50: 2, p90: 4, max: 8 }
  expect([0, 0.1, 0.3, 0.5, 0.9, 1].map((chance) => sample(spread, chance))).toEqual([1, 1, 1.5, 2, 4, 8])
})
