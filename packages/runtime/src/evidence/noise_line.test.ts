import { describe, expect, it } from "vitest"
import { isNoiseLine } from "./noise_line.ts"

describe("isNoiseLine", () => {
  it.each([
    "==========",
    "   ^~~~~",
    "....",
    "Total time: 1 second",
    "Duration  954ms",
    "Finished in 0.3s",
    "real\t0m0.123s",
    "   Start at  22:48:00",
    "Done in 3.2s.",
    "Ran 5 tests in 0.004s",
    "Downloading foo-1.0.tar.gz",
    "remote: Counting objects: 5",
    "⠋ building",
    "██████░░░ 60%",
    "[=====>    ] 50%",
    " 45%|████",
    "Progress: 50%",
  ])("%s", (line) => {
    expect(isNoiseLine(line)).toBe(true)
  })

  it.each([
    "FAILED (failures=1)",
    "1 failed in 0.3s",
    "timed out after 3s",
    "F.F..",
    "error",
    "1",
    "{",
    "total",
    "3 passed",
    "a == b",
    "Time limit exceeded",
  ])("not %s", (line) => {
    expect(isNoiseLine(line)).toBe(false)
  })
})
