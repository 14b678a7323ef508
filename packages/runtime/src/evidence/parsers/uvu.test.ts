import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"
import { uvuParser } from "./uvu.ts"

describe("uvuParser", () => {
  it.each(["cart", "colour"])("reads every failure of uvu.%s, and which are assertions", (name) => {
    const { parsed, parser } = readFixture(`javascript/uvu.${name}`)
    expect(parser).toBe("uvu")
    expect(summary(parsed.diagnostics)).toEqual([
      "math > adds | test | AssertionError | /home/dev/shop/test/s.js",
      "math > throws | test | - | /home/dev/shop/test/s.js",
      "plain (odd) | test | AssertionError | /home/dev/shop/test/s.js",
      "strings | test | AssertionError | /home/dev/shop/test/s.js",
    ])
    expect(parsed.diagnostics.map(({ message }) => message.split("\n")[0])).toEqual([
      "Expected values to be strictly equal:",
      "no price",
      "deep",
      "Expected values to be strictly equal:",
    ])
    expect(parsed).toMatchObject({ tests_run: 5, ran_test_ids: null })
  })

  it("reads a pass, and a test that never ends", () => {
    expect(readFixture("javascript/uvu.ok").parsed).toMatchObject({ diagnostics: [], tests_run: 1 })
    const { parsed } = readFixture("javascript/uvu.early")
    expect(parsed.diagnostics.map(({ code }) => code)).toEqual(["exit"])
    expect(parsed.tests_run).toBeNull()
  })

  it("takes the summary for the number of failures where they were cut away", () => {
    const text = "✘ ✘ •   (1 / 3)\n\n  Total:     3\n  Passed:    1\n  Skipped:   0\n"
    expect(uvuParser.parse(text)).toMatchObject({ diagnostics: [], failures: 2, tests_run: 3 })
    expect(diagnose({ ok: true, output: text }, { check_id: "tests" }).count).toBe(2)
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(uvuParser, ["javascript/uvu.cart", "javascript/uvu.early"])).toEqual([])
    expect(uvuParser.recognises(fixture("javascript/ava.cart"), undefined)).toBe(false)
  })
})
