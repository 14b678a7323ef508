import { expect, test } from "vitest"
import { simulateDay } from "./simulate.ts"

/** Always the same numbers. */
function numbers(): () => number {
  let state = 1
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

const day = { runs: [[300, 60]], model_seconds: 240, people_seconds: 0, concurrency: 1, random: numbers() }

test("a day that one worker can do keeps it as busy as its work is long, and a second one shortens the line", () => {
  const one = simulateDay({ ...day, random: numbers(), repositories: 100, workers: 1 })
  expect(one.busy).toBeGreaterThan(0.65)
  expect(one.busy).toBeLessThan(0.7)
  expect(one.ended).toBeGreaterThan(95)
  const two = simulateDay({ ...day, random: numbers(), repositories: 100, workers: 2 })
  expect(two.busy).toBeCloseTo(one.busy / 2, 1)
  expect(two.waited).toBeLessThan(one.waited / 2)
})

test("with more work than a day has, runs are left over and turns wait for hours", () => {
  const end = simulateDay({ ...day, random: numbers(), repositories: 500, workers: 1 })
  expect(end.busy).toBeGreaterThan(1)
  expect(end.ended).toBeLessThan(200)
  expect(end.waited).toBeGreaterThan(3600)
})
