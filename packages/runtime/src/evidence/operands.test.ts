import { describe, expect, it } from "vitest"
import { type DiffState, findOperands, isOperandLine, mayBeOperandLine, nextDiffState } from "./operands.ts"

function operands(line: string): string | null {
  const found = findOperands(line)
  return found === null ? null : line.slice(found.start, found.end)
}

describe("findOperands", () => {
  it.each([
    ["AssertionError: expected 3, got 4 (0.13s)", "expected 3, got 4"],
    ["AssertionError: expected 3, got 4 [0.13s]", "expected 3, got 4"],
    ["AssertionError: expected 3, got 4", "expected 3, got 4"],
    ["a_test.py:12: AssertionError: assert 3 == 4", "assert 3 == 4"],
    ["Error: 5ms was expected (a.js:3:5)", "5ms was expected (a.js:3:5)"],
    ["Error: expected 5ms here (a.js:3:5)", "expected 5ms here"],
    ["left:3", "left:3"],
    ["Error: expected 3 at a.js:3:5", "expected 3"],
    ["Error: expected 3 in a.py, line 7", "expected 3"],
    ["SyntaxError: expected ':' (a.py, line 12)", "expected ':'"],
    ["FAIL a (0.3s) got 4", "got 4"],
    ["took 3s, 5 == 6", "took 3s, 5 == 6"],
    ["took 3s, 5 to be 6", "took 3s, 5 to be 6"],
    ["took 3s, a should equal b", "took 3s, a should equal b"],
    ["took 3s, wanted b", "wanted b"],
    ["a_test.go:3: Parse() = 10s, want 12s", "10s, want 12s"],
    ["a_test.go:3: Parse() took 10s, want 12s (0.02s)", "Parse() took 10s, want 12s"],
    ["10s want 12s", "10s want 12s"],
    ["a = 5s: 10s want 12s", "10s want 12s"],
    ["AssertionError: elapsed 10s, limit 5s (0.13s)", "elapsed 10s, limit 5s"],
    ["AssertionError [ERR_ASSERTION]: waited 10 seconds", "waited 10 seconds"],
    ["1 expected to fail, in 7.03 seconds", "expected to fail"],
    ["expected 3 to be (5ms)", "expected 3 to be (5ms)"],
    ["expected (a.js:3:5)", "expected (a.js:3:5)"],
    ["a != b", "a != b"],
    ["after 3s actual 5", "actual 5"],
    ["after 3s but was 5", "but was 5"],
    ["after 3s, a instead of b", "after 3s, a instead of b"],
    ["after 3s right:5", "right:5"],
    ["got 4 (0.1s)  ", "got 4"],
    ["a <> b", "a <> b"],
    ["a !== b", "a !== b"],
    ["a === b", "a === b"],
    ["a <= b", "a <= b"],
    ["a >= b", "a >= b"],
    ["a <> b", "a <> b"],
    ["  left: 3", "left: 3"],
    ["assertEquals(3, 4)", "assertEquals(3, 4)"],
    ["assert_eq(3, 4)", "assert_eq(3, 4)"],
    ["RECEIVED 3", "RECEIVED 3"],
  ])("finds them in %j", (line, found) => {
    expect(operands(line)).toBe(found)
  })

  it.each([
    "all is well",
    "unexpected token",
    "an AssertionError",
    "AssertionError: it is broken (0.13s)",
    "AssertionError took 10s",
    "TypeError: elapsed 10s",
    "x => y",
    "a -> b",
    "a = b",
    "a <b> c",
    "<>",
    "===== summary =====",
    "a ==> b",
    "a ===> b",
    "a <== b",
    "==12== Invalid read",
    "forgotten",
    "to begin",
    "assertions ran",
    "the actualised value",
    "",
  ])("finds none in %j", (line) => {
    expect(operands(line)).toBeNull()
  })
})

describe("nextDiffState", () => {
  it.each<[string, DiffState, DiffState]>([
    ["- Expected", "none", "diff"],
    ["+ Received", "diff", "diff"],
    ["+ actual - expected", "none", "diff"],
    ["--- a.txt", "none", "diff"],
    ["AssertionError: 3 == 4", "none", "diff"],
    ["plain words", "none", "none"],
    ["plain words", "diff", "none"],
    ["- 3", "diff", "diff"],
    ["  1", "diff", "diff"],
    ["@@ -1 +1 @@", "diff", "diff"],
    ["", "diff", "diff"],
    ["", "none", "none"],
    ["Expected:", "none", "value_follows"],
    ["we got", "none", "value_follows"],
    ["but was: ", "none", "value_follows"],
    ["the expected value:", "none", "value_follows"],
    ["it was", "none", "none"],
    ["a value:", "none", "none"],
    ["a value", "value_follows", "none"],
  ])("after %j in %s comes %s", (line, state, next) => {
    expect(nextDiffState(line, state)).toBe(next)
  })
})

describe("isOperandLine and mayBeOperandLine", () => {
  it("take the lines of a diff, and the line below a name", () => {
    expect(isOperandLine("- 3", "diff")).toBe(true)
    expect(isOperandLine("+", "diff")).toBe(true)
    expect(isOperandLine("  3", "diff")).toBe(false)
    expect(isOperandLine("-3", "diff")).toBe(false)
    expect(isOperandLine("- 3", "none")).toBe(false)
    expect(isOperandLine("3", "value_follows")).toBe(true)
    expect(mayBeOperandLine("- 3", "")).toBe(true)
    expect(mayBeOperandLine("3", "Expected:")).toBe(true)
    expect(mayBeOperandLine("3", "plain")).toBe(false)
    expect(mayBeOperandLine("3", "the expected result")).toBe(true)
    expect(mayBeOperandLine("3", "the actual value:")).toBe(true)
    expect(mayBeOperandLine("3", "it received a result")).toBe(false)
    expect(mayBeOperandLine("3", "the expected results")).toBe(false)
    expect(mayBeOperandLine("3", "he was")).toBe(false)
  })
})
