import { expect, test } from "vitest"
import { bootstrapInterval } from "./bootstrap.ts"

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

test("an interval holds the statistic, and is narrower the more runs there are", () => {
  const few = bootstrapInterval([0, 1, 0, 1, 1, 0, 1, 0], mean)
  const many = bootstrapInterval(
    Array.from({ length: 800 }, (_, index) => index % 2),
    mean,
  )
  expect(few?.low).toBeLessThan(0.5)
  expect(few?.high).toBeGreaterThan(0.5)
  expect((many?.high ?? 1) - (many?.low ?? 0)).toBeLessThan(((few?.high ?? 0) - (few?.low ?? 0)) / 4)
})

test("agrees with the binomial it resamples", () => {
  // The mean of 100 draws with chance 1/2 lies within 0.5 +- 0.098 in 95 of 100 cases.
  const interval = bootstrapInterval(
    Array.from({ length: 100 }, (_, index) => index % 2),
    mean,
    { samples: 20_000 },
  )
  expect(interval?.low).toBeCloseTo(0.402, 2)
  expect(interval?.high).toBeCloseTo(0.598, 2)
})

test("the same seed gives the same interval, another one may not", () => {
  const values = Array.from({ length: 40 }, (_, index) => Math.sin(index))
  expect(bootstrapInterval(values, mean, { seed: 7 })).toEqual(bootstrapInterval(values, mean, { seed: 7 }))
  expect(bootstrapInterval(values, mean, { seed: 7 })).not.toEqual(
    bootstrapInterval(values, mean, { seed: 8 }),
  )
})

test("nothing to resample is null", () => {
  expect(bootstrapInterval([], mean)).toBeNull()
  expect(bootstrapInterval([1, 2], () => null)).toBeNull()
})
