import { expect, test } from "vitest"
import { shownMove, shownValue } from "./shown.ts"

test.each([
  [74_987, "lines", "74,987"],
  [1_234_567, "count", "1,234,567"],
  [9, "files", "9"],
  [0.984, "score", "0.98"],
  [1_500, "bytes", "1,500 B"],
  [58_001, "bytes", "58.0 kB"],
  [10_700_000, "bytes", "10.70 MB"],
  [92.04, "%", "92.0 %"],
  [0.4567, "x", "0.457 x"],
  [1234.5, "1/s", "1,235 1/s"],
  [7.06, "ms", "7.06 ms"],
] as const)("%d %s is shown as %s", (value, unit, shown) => {
  expect(shownValue(value, unit)).toBe(shown)
})

test.each([
  [9, 9, "count", ""],
  [12, 9, "count", "+3"],
  [0, 9, "count", "-9"],
  [71_000, 75_000, "lines", "-4,000 (-5.3 %)"],
  [3, 0, "count", "+3"],
  [0.95, 0.98, "score", "-0.03"],
  [91.5, 90, "%", "+1.50"],
  [1.1, 1, "x", "+10.0 %"],
  [80, 100, "ms", "-20.0 %"],
  [5, 0, "ms", ""],
] as const)("%d after %d %s moved by %s", (value, before, unit, moved) => {
  expect(shownMove(value, before, unit)).toBe(moved)
})
