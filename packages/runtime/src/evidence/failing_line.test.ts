import { describe, expect, it } from "vitest"
import { failingLines, isFailingLine } from "./failing_line.ts"

describe("isFailingLine", () => {
  it.each([
    "FAIL src/a.test.ts",
    "1 failing",
    "TypeError: x is undefined",
    "Expected: 3",
    "java.lang.NullPointerException",
    "thread 'main' panicked at src/main.rs",
    "not ok 3 - adds",
    "  ✖ adds",
    "E   assert 1 == 2",
    "3 passed, 1 failed",
    "0 errors, 2 failures",
    "0 errors, 1 failure",
    "no failures, 1 error",
    "no failures, 10 failing",
    "Found 10 errors.",
    "a.c:3: fatal error: no such file",
    "test_x (mod.Case) ... FAIL",
  ])("%s", (line) => {
    expect(isFailingLine(line)).toBe(true)
  })

  it.each([
    "✓ handles errors",
    "ok 3 - fails on purpose",
    "PASSED tests/test_errors.py::test_failure",
    "tests/test_errors.py::test_failure PASSED [ 50%]",
    "test_error_handling (mod.Case) ... ok",
    "--- PASS: TestError (0.00s)",
    "10 passed, 0 failed",
    "no errors",
    "no error",
    "0 failure(s)",
    "Compiled with 0 errors",
    "all is well",
    "",
  ])("not %s", (line) => {
    expect(isFailingLine(line)).toBe(false)
  })
})

describe("failingLines", () => {
  it("finds each failing line once, between two positions", () => {
    const text = "error one\nfine\nan error, an error\nok 1 - error\nfatal\nerror last"
    const all = [...failingLines(text, 0, text.length)].map(([start, end]) => text.slice(start, end))
    expect(all).toEqual(["error one", "an error, an error", "fatal", "error last"])
    const marks = "a ✖\n10 passed"
    expect([...failingLines(marks, 0, marks.length)]).toEqual([[0, 3]])
    const some = [...failingLines(text, 10, text.length - 11)].map(([start, end]) => text.slice(start, end))
    expect(some).toEqual(["an error, an error", "fatal"])
  })
})
