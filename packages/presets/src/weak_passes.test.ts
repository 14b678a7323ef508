import type { ToolResult } from "@proofloop/runtime/internal/detector"
import { describe, expect, test } from "vitest"
import { fails, ok, patternsOf, type Turn } from "./recommended.fixture.ts"

const EDIT: Turn = ["edit src/shop.py", ok("changed")]
const FAILURE = fails("FAILED tests/test_shop.py::test_total - assert 1 == 2\n1 failed, 3 passed in 0.1s")
const run = (result: ToolResult): readonly Turn[] => [EDIT, ["pytest -q", result]]
/** The same failure three times, with another result between. */
const withBetween = (between: ToolResult): readonly Turn[] =>
  [FAILURE, between, FAILURE, between, FAILURE].flatMap(run)

// @requirement repair.weak-pass.tests-run, evidence.no-tests
describe("a pass in which no test ran does not clear the failure before it", () => {
  test.each([
    "collected 1 item\n\n1 skipped in 0.01s",
    "collected 0 items\n\nno tests ran in 0.01s",
    "4 deselected in 0.01s",
    "No tests found, exiting with code 0",
    "No test files found, exiting with code 0",
    "?   \texample.com/shop\t[no test files]",
    "ok  \texample.com/shop\t0.01s [no tests to run]",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored",
    "Ran 0 tests in 0.000s\n\nOK",
    "  0 passing (1ms)",
    "# tests 0\n# pass 0\n# fail 0",
    "0 examples, 0 failures",
    "No test is available in shop.dll.",
    "No tests were found!!!",
    "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS",
    "",
  ])("%j", (output) => {
    expect(patternsOf(withBetween(ok(output)))).toEqual(["9: stuck_same_diagnostic"])
  })

  test("one in which they ran does", () => {
    expect(patternsOf(withBetween(ok("4 passed in 0.1s")))).toEqual([])
  })
})

const CAUSES = [
  "ImportError: cannot import name 'total' from 'shop'",
  "SyntaxError: invalid syntax",
  "NameError: name 'prices' is not defined",
  "TypeError: f() missing 1 required positional argument: 'x'",
]
const reports: readonly (readonly [runner: string, report: (cause: string) => string])[] = [
  [
    "pytest",
    (cause) =>
      `==== ERRORS ====\n____ ERROR collecting tests/t.py ____\ntests/t.py:3: in <module>\n    from shop import total\nE   ${cause}\n==== short test summary info ====\nERROR tests/t.py\n1 error in 0.1s`,
  ],
  ["pytest in short", (cause) => `ERROR tests/t.py - ${cause}\n1 error in 0.1s`],
  [
    "conftest",
    (cause) =>
      `ImportError while loading conftest '/srv/shop/tests/conftest.py'.\ntests/conftest.py:2: in <module>\n    import shop\nE   ${cause}`,
  ],
  [
    "jest",
    (cause) =>
      `FAIL src/a.test.ts\n  ● Test suite failed to run\n\n    ${cause}\n\nTest Suites: 1 failed, 1 total\nTests:       0 total`,
  ],
  [
    "vitest",
    (cause) =>
      ` FAIL  src/a.test.ts [ src/a.test.ts ]\n${cause}\n ❯ src/a.test.ts:1:1\n\n Test Files  1 failed (1)\n      Tests  no tests`,
  ],
  [
    "rspec",
    (cause) =>
      `An error occurred while loading ./spec/a_spec.rb.\nFailure/Error: require 'shop'\n\n${cause.replace(": ", ":\n  ")}\n# ./spec/a_spec.rb:1\n\n0 examples, 0 failures, 1 error occurred outside of examples`,
  ],
]

// @requirement evidence.collection
describe.each(reports)("an error of collection, as %s reports it,", (_runner, report) => {
  test("is known by its cause", () => {
    expect(patternsOf(CAUSES.flatMap((cause) => run(fails(report(cause), 2))))).toEqual([])
  })

  test.each(CAUSES)("is the same failure with the same cause: %s", (cause) => {
    const said = patternsOf([cause, cause, cause].flatMap((same) => run(fails(report(same), 2))))
    expect(said).toContain("5: stuck_same_diagnostic")
  })
})
