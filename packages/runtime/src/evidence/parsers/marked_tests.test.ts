import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { testsCounted, totalsIn } from "../totals.ts"
import { defaultParsers } from "./built_in.ts"
import { fixture } from "./fixture.fixture.ts"
import { readMarkedTests } from "./marked_tests.ts"
import type { OutputParser } from "./parser.ts"
import { brokenBy } from "./sturdy.fixture.ts"

/** As if nobody knew these runners. */
const parsers = defaultParsers.filter(({ name }) => !["ava", "jasmine", "uvu"].includes(name))
const read = (output: string, ok = false) => diagnose({ ok, output }, { check_id: "tests", parsers })
const markedTests: OutputParser = {
  name: "tests",
  recognises: () => true,
  parse: (text) => readMarkedTests(text, totalsIn(text)),
}
const signature = (output: string) => signatureOf(read(output), {}).signature
const ids = (output: string) => read(output).diagnostics.map(({ test_id }) => test_id)

it.each(["2 tests collected in 0.62s", "5 specs were discovered", "12 tests selected"])(
  "counts no test that need not have run: %s",
  (line) => {
    expect(testsCounted(totalsIn(line))).toBeNull()
  },
)

const NEXTEST = `    Starting 40 tests across 3 binaries
        PASS [   0.003s] ( 1/40) core tests::packs
     TIMEOUT [  60.000s] ( 2/40) core tests::syncs
        FAIL [   0.004s] ( 3/40) core tests::adds
  stdout ───

    running 1 test
    test tests::adds ... FAILED

    failures:
        tests::adds

    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 39 filtered out; finished in 0.00s

  stderr ───

    thread 'tests::adds' (77) panicked at src/lib.rs:20:9:
    assertion \`left == right\` failed
      left: 3
     right: 4
    note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

────────────
     Summary [  61.010s] 40 tests run: 38 passed, 1 failed, 1 timed out, 2 skipped
     TIMEOUT [  60.000s] ( 2/40) core tests::syncs
        FAIL [   0.004s] ( 3/40) core tests::adds
error: test run failed
`

describe("a report of a runner that no parser knows", () => {
  it.each([
    ["javascript/ava.cart", 6, ["adds", "throws Error thrown in test", "deep", "says must be true"]],
    ["javascript/ava.4", 4, ["adds", "throws Error thrown in test", "says must be true"]],
    [
      "javascript/bun.cart",
      5,
      ["adds", "throws", "deep"].map((name) => `cart.test.js > cart > ${name}`).concat("cart.test.js > slow"),
    ],
    ["javascript/jasmine.cart", 5, ["cart adds", "cart throws", "cart slow", "cart deep compares"]],
    ["javascript/uvu.cart", 5, ['math  "adds"', 'math  "throws"', "plain (odd)", "strings"]],
    ["ruby/minitest.cart", 5, ["throws", "deep", "adds", "says"].map((name) => `CartTest#test_${name}`)],
    ["ruby/minitest.verbose", 5, ["throws", "deep", "adds", "says"].map((name) => `CartTest#test_${name}`)],
  ])("names the failed tests of %s and counts those that ran", (name, tests_run, failed) => {
    const found = read(fixture(name))
    expect(found).toMatchObject({ parser: "tests", kind: "test", count: failed.length, tests_run })
    expect(new Set(found.diagnostics.map(({ test_id }) => test_id))).toEqual(new Set(failed))
  })

  it.each(["javascript/ava", "javascript/bun", "javascript/uvu"])("is the same in colour, %s", (tool) => {
    expect(signature(fixture(`${tool}.colour`))).toBe(signature(fixture(`${tool}.cart`)))
  })

  it.each([
    ["javascript/ava.ok", 2, ["fine", "good"]],
    ["javascript/bun.ok", 1, ["ok.test.js > fine"]],
    ["javascript/jasmine.ok", 1, null],
    ["javascript/uvu.ok", 1, null],
    ["ruby/minitest.ok", 2, null],
  ])("lists what passed where it marks all it counts, %s", (name, tests_run, ran_test_ids) => {
    expect(read(fixture(name), true)).toMatchObject({ count: 0, tests_run, ran_test_ids })
  })

  it.each(["javascript/ava.none", "javascript/bun.none", "javascript/jasmine.none", "ruby/minitest.empty"])(
    "counts no test where there is none, %s",
    (name) => {
      expect(read(fixture(name), true).tests_run).toBe(0)
    },
  )

  it("keeps a file that could not be loaded as a failure, %s", () => {
    for (const name of ["javascript/ava.broken", "javascript/bun.broken"])
      expect(read(fixture(name)).snippet).toMatch(/Cannot find module/)
  })

  it("gives each test what stands below its name, or above", () => {
    const told = (name: string) =>
      Object.fromEntries(read(fixture(name)).diagnostics.map(({ test_id, message }) => [test_id, message]))
    expect(told("javascript/jasmine.cart")["cart throws"]).toMatch(/^TypeError: no price/)
    expect(told("javascript/ava.cart")["throws Error thrown in test"]).toBe("TypeError: no price")
    expect(told("javascript/ava.cart")["adds"]).toMatch(/- 3\n {2}\+ 4$/)
    expect(told("javascript/bun.cart")["cart.test.js > cart > adds"]).toMatch(/Expected: 4\nReceived: 3$/)
    expect(told("javascript/uvu.cart")['math  "throws"']).toBe("no price")
    expect(told("ruby/minitest.cart")["CartTest#test_says"]).toMatch(/must be true$/)
  })

  it("takes the name of a test, and not its time, place or number", () => {
    const report = (line: string) => `${line}\n  it is no use\n\n3 passed, 1 failed\n`
    expect(
      [
        "not ok 7 - cart > adds ",
        "FAIL [0.01s] (3/4) cart > adds",
        "✗ cart > adds (12 ms)",
        "  [FAIL]: cart > adds",
        "cart > adds ... FAILED",
        "cart > adds .............***FAILED  0.01 sec",
        "1) cart > adds",
        '  FAIL "cart > adds"',
        "x.spec.js:8:1 › adds [FAIL]",
      ].map((line) => ids(report(line))[0]),
    ).toEqual([...Array.from({ length: 8 }, () => "cart > adds"), "x.spec.js › adds"])
    expect(ids(report("FAILED tests/a.py::adds - assert 3 == 4"))).toEqual(["tests/a.py::adds"])
  })

  it("knows a failure by its tests and what they say, and by nothing else", () => {
    const text = fixture("ruby/minitest.cart")
    const same = [
      text.replaceAll(/seed \d+/g, "seed 7").replace("ESFF.F", "FF.ESF"),
      text.replace("# Running:", "DEBUG: error while reading\n# Running:"),
      text.replaceAll(/cart_test.rb:(\d)/g, "cart_test.rb:7$1"),
    ]
    const others = [
      text.replace("Actual: 3", "Actual: 5"),
      text.replaceAll("test_adds", "test_sums"),
      text.replace("no price", "no rate"),
      text.replace("3 failures", "4 failures"),
    ]
    expect(new Set([text, ...same].map(signature)).size).toBe(1)
    expect(new Set([text, ...others].map(signature)).size).toBe(5)
  })
})

describe("cargo-nextest", () => {
  it("is read, and its failures are counted once although the report repeats them", () => {
    const { diagnostics, count, tests_run, parser } = read(NEXTEST)
    expect({ count, tests_run, parser }).toEqual({ count: 2, tests_run: 40, parser: "tests" })
    expect(new Set(diagnostics.map(({ test_id }) => test_id))).toEqual(
      new Set(["core tests::syncs", "core tests::adds"]),
    )
    expect(diagnostics.find(({ test_id }) => test_id === "core tests::adds")).toMatchObject({
      code: "panic",
      location: { path: "src/lib.rs" },
      message: "assertion `left == right` failed\n  left: 3\n right: 4",
    })
  })

  it("tells fewer failures, and other values, from the same", () => {
    const fewer = NEXTEST.replaceAll(/^ +TIMEOUT .*\n/gm, "").replace(
      "38 passed, 1 failed, 1 timed out",
      "39 passed, 1 failed",
    )
    expect(read(fewer).count).toBe(1)
    const others = [fewer, NEXTEST.replaceAll("left: 3", "left: 5"), NEXTEST.replaceAll("syncs", "loads")]
    expect(new Set([NEXTEST, ...others].map(signature)).size).toBe(4)
    expect(signature(NEXTEST.replaceAll(/0\.0\d\ds/g, "7.7s").replace("(77)", "(78)"))).toBe(
      signature(NEXTEST),
    )
  })
})

describe("what is no report of tests", () => {
  it.each([
    ["without totals", "FAIL: reading the rates\nit ends\n"],
    ["with totals of something else", "✘ [ERROR] no rate for Norway\n\n1 error\n"],
    ["with more names than failures", "FAIL: one\nFAIL: two\nFAIL: three\n\n3 passed, 1 failed\n"],
    ["with one count alone", "✗ reading the rates\n1 failed\n"],
  ])("is read by its lines, %s", (_what, text) => {
    expect(read(text).parser).toBe("lines")
  })

  it("is linear, and throws on nothing", () => {
    const names = [
      "javascript/ava.cart",
      "javascript/bun.cart",
      "javascript/jasmine.cart",
      "ruby/minitest.cart",
    ]
    expect(brokenBy(markedTests, names)).toEqual([])
  })
})
