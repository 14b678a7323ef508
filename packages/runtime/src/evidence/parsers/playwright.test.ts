import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { playwrightParser } from "./playwright.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const FAILURES = [
  "cart.spec.js > cart > adds | test | Error | /home/dev/shop/pw/cart.spec.js",
  "cart.spec.js > cart > throws | test | TypeError | /home/dev/shop/pw/cart.spec.js",
  "cart.spec.js > cart > deep | test | Error | /home/dev/shop/pw/cart.spec.js",
  "cart.spec.js > slow | test | - | cart.spec.js",
]

describe("playwrightParser", () => {
  it.each(["cart", "line", "dot"])("reads every failure of playwright.%s, each once", (name) => {
    const { parsed, parser } = readFixture(`javascript/playwright.${name}`)
    expect(parser).toBe("playwright")
    expect(summary(parsed.diagnostics)).toEqual(FAILURES)
    expect(parsed.diagnostics[0]?.message).toBe(
      "Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 4\nReceived: 3",
    )
    expect(parsed.tests_run).toBe(5)
  })

  it("lists the tests that ran where the reporter does", () => {
    expect(readFixture("javascript/playwright.cart").parsed.ran_test_ids).toEqual([
      "cart.spec.js > cart > adds",
      "cart.spec.js > cart > is empty",
      "cart.spec.js > cart > throws",
      "cart.spec.js > cart > deep",
      "cart.spec.js > slow",
    ])
    expect(readFixture("javascript/playwright.dot").parsed.ran_test_ids).toBeNull()
  })

  it("takes a test that passed when it was tried again for no failure", () => {
    const { parsed } = readFixture("javascript/playwright.flaky")
    expect(summary(parsed.diagnostics)).toEqual([
      "flaky.spec.js > never | test | Error | /home/dev/shop/pw/flaky.spec.js",
    ])
    expect(parsed).toMatchObject({
      tests_run: 2,
      ran_test_ids: ["flaky.spec.js > sometimes", "flaky.spec.js > never"],
    })
    const passes = fixture("javascript/playwright.flaky").replace(/^ {2}1 failed\n.*\n/m, "")
    expect(diagnose({ ok: true, output: passes }, { check_id: "tests" }).count).toBe(0)
  })

  it("reads a pass, no tests, and a file that could not be loaded", () => {
    expect(readFixture("javascript/playwright.ok").parsed).toMatchObject({ diagnostics: [], tests_run: 1 })
    expect(readFixture("javascript/playwright.none").parsed).toMatchObject({ diagnostics: [], tests_run: 0 })
    const { parsed } = readFixture("javascript/playwright.broken")
    expect(summary(parsed.diagnostics)).toEqual(["- | build | Error | -"])
    expect(parsed.tests_run).toBe(0)
  })

  it("knows a test of a project by the project too, and not by its line", () => {
    const told = (head: string): unknown =>
      playwrightParser.parse(
        `Running 1 test using 1 worker\n\n  1) ${head} › adds ────\n\n    boom\n\n  1 failed\n    ${head} › adds ───\n`,
      )?.diagnostics[0]
    expect(told("[chromium] › a.spec.ts:4:3")).toEqual({
      kind: "test",
      test_id: "[chromium] > a.spec.ts > adds",
      message: "boom",
      location: { path: "a.spec.ts", line: 4 },
    })
    expect(told("[chromium] › a.spec.ts:9:3")).toMatchObject({ test_id: "[chromium] > a.spec.ts > adds" })
  })

  it("is linear, and throws on nothing", () => {
    const names = ["cart", "line", "flaky", "broken"].map((name) => `javascript/playwright.${name}`)
    expect(brokenBy(playwrightParser, names)).toEqual([])
  })
})
