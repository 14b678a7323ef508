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
    "100   669    0   652  100    17   7037    183 --:--:-- --:--:-- --:--:--  7516",
    "   Compiling shop v0.1.0 (/home/dev/shop)",
    "    Finished test [unoptimized] target(s) in 0.5s",
    "[ 50%] Building CXX object a.o",
    "[3/120] Linking CXX executable a",
    "> Task :compileJava UP-TO-DATE",
    "> Task :compileJava",
    "3 actionable tasks: 1 executed, 2 up-to-date",
    "ok  \tshop/cart\t0.012s",
    "ok  \tshop/cart\t(cached)",
    "?   \tshop/cmd\t[no test files]",
    "go: downloading a.b/c v1.2.3",
    "[... 1234 characters cut ...]",
    "[... 12 lines cut ...]",
    "[... output truncated: 12345 characters omitted ...]",
    "<truncated 123 bytes>",
    "npm notice New minor version of npm available! 11.1.0 -> 11.2.0",
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
    "> Task :compileJava FAILED",
    "FAIL\tshop/cart\t0.012s",
    "error: Compiling failed",
    "[3/120] FAILED: a.o",
    "ok 3 - adds",
  ])("not %s", (line) => {
    expect(isNoiseLine(line)).toBe(false)
  })
})
