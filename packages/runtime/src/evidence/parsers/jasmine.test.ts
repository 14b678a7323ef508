import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { jasmineParser } from "./jasmine.ts"
import { brokenBy } from "./sturdy.fixture.ts"

describe("jasmineParser", () => {
  it("reads every failure, each once, and counts no pending test", () => {
    const { parsed, parser } = readFixture("javascript/jasmine.cart")
    expect(parser).toBe("jasmine")
    expect(summary(parsed.diagnostics)).toEqual([
      "cart adds | test | - | /home/dev/shop/jasmine/spec/cart_spec.js",
      "cart throws | test | TypeError | /home/dev/shop/jasmine/spec/cart_spec.js",
      "cart slow | test | Error | -",
      "cart deep compares | test | - | /home/dev/shop/jasmine/spec/cart_spec.js",
    ])
    expect(parsed.diagnostics.at(-1)?.message).toBe("Expected $.a = 1 to equal 2.\nExpected 1 to be 2.")
    expect(parsed.tests_run).toBe(5)
  })

  it("reads a pass, a run without specs, and errors outside of them", () => {
    expect(readFixture("javascript/jasmine.ok").parsed).toMatchObject({ diagnostics: [], tests_run: 1 })
    expect(readFixture("javascript/jasmine.none").parsed).toMatchObject({ diagnostics: [], tests_run: 0 })
    const suite =
      "Failures:\nSuite error: cart\n  Message:\n    Error: no database\n  Stack:\n        at <Jasmine>\n\n2 specs, 1 failure\n"
    expect(jasmineParser.parse(suite)?.diagnostics).toEqual([
      { kind: "test", code: "Error", message: "Suite error: cart\nError: no database" },
    ])
  })

  it("takes what is pending for no failure, and a summary for the number of failures that were cut away", () => {
    const text = "1) later\n  Message:\n    no\n3 specs, 2 failures\n"
    expect(jasmineParser.parse(text)).toMatchObject({ diagnostics: [], failures: 2, tests_run: 3 })
    expect(diagnose({ ok: true, output: text }, { check_id: "tests" }).count).toBe(2)
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(jasmineParser, ["javascript/jasmine.cart", "javascript/jasmine.none"])).toEqual([])
    expect(jasmineParser.recognises(fixture("javascript/mocha.11.spec"), undefined)).toBe(false)
  })
})
