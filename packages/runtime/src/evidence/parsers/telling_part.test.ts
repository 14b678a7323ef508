import { describe, expect, it } from "vitest"
import { tellingPart } from "./telling_part.ts"

describe("tellingPart", () => {
  it.each([
    ["5 specs, 1 failure", "1 failure"],
    ["Tests:       1 failed, 2 passed, 3 total", "1 failed"],
    ["3 examples, 2 failures, 1 error occurred", "3 examples, 2 failures, 1 error occurred"],
    ["5 runs, 9 assertions, 1 failures, 2 errors, 0 skips", "1 failures, 2 errors"],
    ["FAILED (failures=1, errors=2)", "failures=1, errors=2"],
    ["3/10 tests failed", "3/10 tests failed"],
    ["  1 failed", "1 failed"],
    [" 2 fail", "2 fail"],
    ["12 passed (3.4s)", ""],
    ["Ran 6 tests across 3 files. [18.00ms]", ""],
    ["0 failed, 3 passed", ""],
    ["  Total:     5", ""],
    ["  Passed:    4", ""],
    ["  Failed:    1", "failed:    1"],
    ["failed in step 5", "failed in step 5"],
    ["error 2 in test 3", "error 2 in test 3"],
    ["exit code 2", "exit code 2"],
    ["thread 12 failed", "thread 12 failed"],
    ["result: 5", "result: 5"],
    ["took 5 retries", "took 5 retries"],
  ])("of the total %j -> %j", (line, telling) => {
    expect(tellingPart(line)).toBe(telling)
  })

  it.each([
    ["(pass) adds"],
    ["✓ adds"],
    ["  √ adds 3ms"],
    ["[  OK  ] adds"],
    ["ok 1 - adds"],
    ["PASS src/a.test.ts"],
    ["--- PASS: TestAdd (0.00s)"],
    ["test adds ... ok"],
    ["tests/a.py::test_b PASSED [ 33%]"],
    ["..F.*"],
    ["....x [ 40%]"],
    ["·✖· (3/3)"],
    ["##[endgroup]"],
    ["##teamcity[testStarted name='a']"],
    ["::error file=a.js,line=3::boom"],
    ["gmake: Leaving directory '/a'"],
    ["Run options: --seed 4711"],
    ["Randomized with seed 12345"],
  ])("of %j nothing", (line) => {
    expect(tellingPart(line)).toBe("")
  })

  it.each([
    ["not ok 1 - adds"],
    ["(fail) adds"],
    ["FF"],
    ["the pass was refused"],
    ["okay is not ok enough"],
    ["expected the seed to be set"],
    ["a::b::c failed"],
    ["make[1]: *** [Makefile:3: test] Error 1"],
    ["x is not passed on"],
    ["..."],
    ["1.5 is not 2.5"],
  ])("of %j all of it", (line) => {
    expect(tellingPart(line)).toBe(line === "..." ? "" : line)
  })

  it("leaves out where in a file", () => {
    expect(tellingPart("  3:7  error  boom")).toBe("    error  boom")
    expect(tellingPart("3:7 is no ratio")).toBe("3:7 is no ratio")
    expect(tellingPart("boom in add [L#8]")).toBe("boom in add [L]")
  })
})
