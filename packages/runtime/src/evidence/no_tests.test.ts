import { describe, expect, it } from "vitest"
import { diagnose } from "./diagnose.ts"
import { saysNoTests } from "./no_tests.ts"

describe("saysNoTests", () => {
  it.each([
    // What real tools print.
    ["TAP version 13\n1..0\n"],
    ["1..0 # SKIP no tests"],
    ["No test files found, exiting with code 1"],
    ["No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0"],
    ['  ✖ No tests found in test.js, make sure to import "ava" at the top of your test file'],
    ["  × Couldn't find any files to test"],
    ["Error: No tests found"],
    ["error: No tests found!"],
    ["Running 0 tests using 0 workers"],
    [
      "Randomized with seed 12345\nStarted\n\nNo specs found\nFinished in 0.003 seconds\nIncomplete: No specs found",
    ],
    [
      "Run options: --seed 12\n\n# Running:\n\n\nFinished in 0.000s, 0.0000 runs/s, 0.0000 assertions/s.\n\n0 runs, 0 assertions, 0 failures, 0 errors, 0 skips",
    ],
    ["There are no tests to run"],
    ["==> No tests ran"],
    ["Files=1, Tests=0,  0 wallclock secs ( 0.01 usr +  0.00 sys =  0.01 CPU)\nResult: NOTESTS"],
    [
      "0 successes / 0 failures / 0 errors / 0 pending : 0.000 seconds\nNo test files found matching Lua pattern: _spec",
    ],
    ["Executed 0 of 0 SUCCESS\n0 tests completed"],
    ["Ran 0 tests in 0.000s\n\nOK"],
    ["# tests 0\n# pass 0"],
    ["Total Tests: 0\nNo tests were found!!!"],
    ["[INFO] No tests to run."],
    ["a1:no test files"],
    ["[a]0 tests found"],
    ["no test!!!"],
    ...["test", "spec", "example", "scenario", "test file", "test case", "test suite", "test module"].flatMap(
      (thing) => [[`no ${thing}`], [`0 matching ${thing}s were found`]],
    ),
    ["no test spec exist"],
    ["no spec file exists"],
    ["could not find any test"],
    ["did not find any spec"],
    ["a had no matches"],
    ["names did not match the filters"],
    ["names did not match the filters:"],
    ["there is nothing to test"],
    ["1..0  # SKIP"],
    ["1..0  "],
    ["result: , 0 tests"],
    ["- total:   0 specs"],
    ["abcdef: 0 runs"],
    ["abcdef: 0 test"],
    ["ran: 0 test"],
    ["ran 0 spec"],
    ["ran 0 example"],
    ["\u2716    no tests found"],
    ["0 spec"],
    ["0 example"],
    ["Tests : 0 in all"],
    ["Tests=0"],
    ["Total tests:   0"],
    ["\n0 successes / 0 failures / 0 errors / 0 pending : 0.000189 seconds\n"],
    ["pricing.cjs\n  (0 / 0)\n\n  Total:     0\n  Passed:    0\n  Skipped:   0\n  Duration:  8.26ms\n"],
  ])("of nothing that ran: %j", (output) => {
    expect(saysNoTests(output)).toBe(true)
  })

  it.each([
    [""],
    ["build done"],
    ["  Total:     4\n  Passed:    4\n  Skipped:   0"],
    ["3 successes / 0 failures / 0 errors"],
    ["ok 1 - adds\n1..1"],
    ["1..0 adds"],
    ["10 runs, 10 assertions, 0 failures, 0 errors, 0 skips"],
    ["3 specs, 0 failures"],
    ["0 tests failed, 12 passed"],
    ["No tests found in packages/docs\n12 passed (3s)"],
    ["No test files found in docs\n ✓ adds 1"],
    ["Tests=10, 0 failures"],
    ["there is no tests folder"],
    ["FAIL: expected 0 tests to fail, got 3 tests"],
    ["error: no test named add"],
    ["we say that no tests found it"],
    ["the plan 1..0"],
    ["1..0abc"],
    ["we had no matches today"],
    ["it did not match the filters set"],
    ["passed 0 tests"],
    ["a total:  0"],
    ["Total:  01"],
    ["Total:  0 of 3"],
    ["tests  0 of 3"],
    ["with 0 successes / 0 failures"],
    ["your tests 0"],
    ["tests: 01"],
    ...["test", "spec", "example", "assertion", "failure"].map((thing) => [`No tests found\n1 ${thing}`]),
    ["No tests found\n3 unit tests"],
    ["No tests found\ntests : 3"],
    ["No tests found\ntests=3"],
    ["No tests found\n   ok 1"],
    ["No tests found\nnot ok 1"],
    ["No tests found\n1..3"],
    ["0 examples of this in the docs, 3 examples run"],
  ])("not of: %j", (output) => {
    expect(saysNoTests(output)).toBe(false)
  })

  it("reads both ends of a long output", () => {
    const log = "compiled a module\n".repeat(5000)
    expect(saysNoTests(`${log}No tests found\n`)).toBe(true)
    expect(saysNoTests(`12 passed\n${log}No tests found\n`)).toBe(false)
    expect(saysNoTests(`${log}No tests found\n${log}`)).toBe(false)
    const end = "No tests found"
    expect(saysNoTests(`${"x".repeat(16 * 1024 - 2 - end.length)} \n${end}`)).toBe(true)
  })
})

describe("a check that says that it ran no test", () => {
  it("has run none, whether it passed or failed, unless it counts them", () => {
    const read = (result: object): number | null => diagnose(result, { check_id: "tests" }).tests_run
    expect(read({ ok: true, output: "No tests found" })).toBe(0)
    expect(read({ ok: false, error: "No tests found", exit_code: 1 })).toBe(0)
    expect(read({ ok: true, output: "No tests found", tests_run: 3 })).toBe(3)
    expect(read({ ok: true, output: "done" })).toBeNull()
  })
})
