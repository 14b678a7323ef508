import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture } from "./fixture.fixture.ts"
import { parseOutput } from "./registry.ts"

interface Tool {
  readonly name: string
  readonly head: string
  /** What the tool prints of one failed test. */
  readonly failure: (number: number) => string
  readonly tail: (failed: number) => string
}

const rule = (sign: string): string => sign.repeat(70)

const tools: readonly Tool[] = [
  {
    name: "pytest",
    head: "=================== FAILURES ===================",
    failure: (number) =>
      `_________ test_a${number} _________\n\n    def test_a():\n>       assert 3 == 4\nE       assert 3 == 4\n\na_test.py:${number}: AssertionError`,
    tail: (failed) => `=========== ${failed - 1} failed, 3 passed, 1 error in 1.20s ===========`,
  },
  {
    name: "unittest",
    head: "",
    failure: (number) =>
      `${rule("=")}\nFAIL: test_a${number} (a.A.test_a${number})\n${rule("-")}\nTraceback (most recent call last):\n  File "a.py", line 3, in test_a\n    self.assertEqual(3, 4)\nAssertionError: 3 != 4\n`,
    tail: (failed) => `${rule("-")}\nRan 95 tests in 0.020s\n\nFAILED (failures=${failed - 2}, errors=2)`,
  },
  {
    name: "vitest",
    head: " RUN  v4.0.0 /home/dev/shop\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests ⎯⎯⎯⎯⎯⎯⎯\n",
    failure: (number) =>
      ` FAIL  src/a.test.ts > adds ${number}\nAssertionError: expected 3 to be 4\n ❯ src/a.test.ts:3:5\n\n⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[${number}/90]⎯\n`,
    tail: (failed) => ` Test Files  1 failed (1)\n      Tests  ${failed} failed | 5 passed (95)`,
  },
  {
    name: "jest",
    head: "FAIL src/a.test.js",
    failure: (number) =>
      `  ● adds ${number}\n\n    expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 4\n\n      at Object.<anonymous> (src/a.test.js:3:5)\n`,
    tail: (failed) => `Test Suites: 1 failed, 1 total\nTests:       ${failed} failed, 5 passed, 95 total`,
  },
  {
    name: "mocha",
    head: "",
    failure: (number) =>
      `  ${number}) cart\n       adds ${number}:\n     AssertionError: expected 3 to equal 4\n      at Context.<anonymous> (test/a.js:3:5)\n`,
    tail: (failed) => `\n  5 passing (20ms)\n  ${failed} failing\n`,
  },
  {
    name: "node_test",
    head: "TAP version 13",
    failure: (number) =>
      `# Subtest: adds ${number}\nnot ok ${number} - adds ${number}\n  ---\n  duration_ms: 0.5\n  failureType: 'testCodeFailure'\n  error: '3 !== 4'\n  code: 'ERR_ASSERTION'\n  ...`,
    tail: (failed) =>
      `1..95\n# tests 95\n# suites 0\n# pass 5\n# fail ${failed - 1}\n# cancelled 1\n# skipped 0\n# todo 0`,
  },
  {
    name: "tap",
    head: "TAP version 13",
    failure: (number) =>
      `# adds ${number}\nnot ok ${number} should be equal\n  ---\n    operator: equal\n    expected: 3\n    actual:   4\n  ...`,
    tail: (failed) => `\n1..95\n# tests 95\n# pass  5\n# fail  ${failed}`,
  },
  {
    name: "cargo",
    head: "running 95 tests\n\nfailures:\n",
    failure: (number) =>
      `---- cart::adds_${number} stdout ----\nthread 'cart::adds_${number}' panicked at src/lib.rs:3:5:\nassertion failed: 3 == 4\n`,
    tail: (failed) =>
      `test result: FAILED. 5 passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s`,
  },
  {
    name: "maven",
    head: "[INFO] Scanning for projects...\n[INFO]  T E S T S",
    failure: (number) =>
      `[ERROR] shop.CartTest.adds${number} -- Time elapsed: 0.01 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\tat shop.CartTest.adds(CartTest.java:3)\n`,
    tail: (failed) =>
      `[ERROR] Tests run: 95, Failures: ${failed - 1}, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE`,
  },
  {
    name: "junit",
    head: "JUnit version 4.13.2",
    failure: (number) =>
      `${number}) adds${number}(shop.CartTest)\njava.lang.AssertionError: expected:<3> but was:<4>\n\tat shop.CartTest.adds(CartTest.java:3)`,
    tail: (failed) => `\nFAILURES!!!\nTests run: 95,  Failures: ${failed}\n`,
  },
  {
    name: "rspec",
    head: "Failures:\n",
    failure: (number) =>
      `  ${number}) Cart adds ${number}\n     Failure/Error: expect(3).to eq 4\n\n       expected: 4\n            got: 3\n     # ./spec/a_spec.rb:3:in 'block'\n`,
    tail: (failed) => `Finished in 0.02 seconds\n95 examples, ${failed} failures`,
  },
  {
    name: "phpunit",
    head: "PHPUnit 10.5.0 by Sebastian Bergmann and contributors.\n\nThere were 90 failures:\n",
    failure: (number) =>
      `${number}) CartTest::testAdds${number}\nFailed asserting that 3 matches expected 4.\n\n/home/dev/shop/tests/CartTest.php:3\n`,
    tail: (failed) => `FAILURES!\nTests: 95, Assertions: 95, Errors: 1, Failures: ${failed - 1}.`,
  },
  {
    name: "ctest",
    head: "Test project /home/dev/shop/build",
    failure: (number) =>
      `      Start ${String(number).padStart(2)}: adds_${number}_${"x".repeat(40)}\n${String(number).padStart(2)}/95 Test #${number}: adds_${number}_${"x".repeat(40)} ........***Failed    0.01 sec\nexpected 3 but it was 4\n`,
    tail: (failed) =>
      `\n5% tests passed, ${failed} tests failed out of 95\n\nTotal Test time (real) =   0.50 sec`,
  },
]

/** As hosts cut long output: its ends, with a mark between. */
function cut(text: string): string {
  return `${text.slice(0, 2000)}\n\n[... ${text.length - 4000} characters cut ...]\n\n${text.slice(-2000)}`
}

function output({ head, failure, tail }: Tool, failed: readonly number[]): string {
  return `${head}\n${failed.map(failure).join("\n")}\n${tail(failed.length)}\n`
}

const all = Array.from({ length: 90 }, (_, index) => index + 1)
const withoutOne = all.filter((number) => number !== 45)

describe.each(tools.map((tool) => [tool.name, tool] as const))("the cut output of %s", (name, tool) => {
  it("is read by it and counts the failures that the summary states", () => {
    const { parsed, parser } = parseOutput(cut(output(tool, all)))
    expect(parser).toBe(name)
    expect(parsed.failures).toBe(90)
    expect(parsed.diagnostics.length).toBeLessThan(90)
  })

  it("states one less when a test in the part cut out was fixed", () => {
    expect(parseOutput(cut(output(tool, withoutOne))).parsed.failures).toBe(89)
  })

  it("is another failure then, and the same one where nothing was fixed", () => {
    const signature = (failed: readonly number[]): string =>
      signatureOf(diagnose({ ok: false, output: cut(output(tool, failed)) }, { check_id: "tests" }), {})
        .signature
    expect(signature(all)).not.toBe(signature(withoutOne))
    expect(signature(all)).toBe(signature(all))
  })
})

describe("the failures a summary states", () => {
  it("change nothing where all of them were found", () => {
    const { parsed } = parseOutput(fixture("pytest.default"))
    expect(parsed.diagnostics.length).toBeGreaterThan(1)
    expect(parsed).not.toHaveProperty("failures")
  })

  it("are added up over the tools of one output", () => {
    const text = tools.slice(0, 2).map((tool) => cut(output(tool, all)))
    const { parsed, parser } = parseOutput(text.join("\n"))
    expect(parser).toBe("pytest+unittest")
    expect(parsed.failures).toBe(180)
  })
})
