import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture } from "./fixture.fixture.ts"

const CART = [
  ...["default", "colour", "quiet"].map((name) => `java/maven.${name}`),
  ...["default", "plain", "full"].map((name) => `java/gradle.${name}`),
  ...["plain", "brief", "summary"].map((name) => `java/ant.${name}`),
  "java/junit4.default",
]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})
const quieter = (text: string) =>
  text
    .replaceAll(/Time elapsed: [\d.]+/g, "Time elapsed: 7.77")
    .replaceAll(/took [\d.]+ sec/g, "took 7 sec")
    .replaceAll(/^Time: [\d.]+$/gm, "Time: 7.77")
    .replaceAll(/FAILED in \d+s/g, "FAILED in 77s")
    .replaceAll(/Total time: .*/g, "Total time: 7.77 s")
    .replaceAll(/Finished at: .*/g, "Finished at: 2024-01-03T01:02:03Z")

describe("runners of Java tests", () => {
  it.each(CART)("name the same failures in %s", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe(name.replace(/^java\/(junit|[a-z]+)4?\..*/, "$1"))
    expect(parsed.diagnostics.map(({ test_id, kind, code }) => [test_id, kind, code])).toEqual([
      ["shop.CartTest.sleeps", "timeout", "TestTimedOutException"],
      ["shop.CartTest.adds", "test", expect.stringMatching(/^Assertion(?:Failed)?Error$/)],
      ["shop.CartTest.lists", "test", expect.stringMatching(/^Assertion(?:Failed)?Error$/)],
      ["shop.CartTest.other", "test", "Exception"],
      ["shop.CartTest.truth", "test", expect.stringMatching(/^Assertion(?:Failed)?Error$/)],
      ["shop.CartTest.words", "test", expect.stringMatching(/^(?:ComparisonFailure|AssertionFailedError)$/)],
      ["shop.CartTest.throwsUp", "test", "IllegalArgumentException"],
      ["shop.CartTest.wrapped", "test", "RuntimeException"],
    ])
    expect(parsed.tests_run).toBe(11)
  })

  it.each(CART.filter((name) => !/gradle\.(?:default|plain)/.test(name)))(
    "keep expected and actual values of %s, and no stack",
    (name) => {
      const found = readFixture(name).parsed.diagnostics
      const messages = new Map(found.map(({ test_id, message }) => [test_id, message]))
      expect(messages.get("shop.CartTest.adds")).toMatch(/^[\w.]+Error: expected:<3> but was:<-1>$/)
      expect(messages.get("shop.CartTest.words")).toMatch(
        /^[\w.]+: the words expected:<apple\[s\]> but was:<apple\[ pie\]>$/,
      )
      expect(messages.get("shop.CartTest.throwsUp")).toBe(
        "java.lang.IllegalArgumentException: no name\nsecond line",
      )
      expect(messages.get("shop.CartTest.wrapped")).toBe(
        "java.lang.RuntimeException: outer\nCaused by: java.lang.IllegalStateException: inner",
      )
    },
  )

  it.each(CART)("make the same signature of another run of %s, and another of another failure", (name) => {
    const text = fixture(name)
    const again = quieter(text)
    expect(signature(again)).toEqual(signature(text))
    expect(signature(text.replaceAll("adds", "subtracts"))).not.toEqual(signature(text))
  })

  it("make the same signature whatever the verbosity of Maven", () => {
    const [first, ...others] = CART.slice(0, 3).map((name) => signatureOf(diagnoseFixture(name), {}))
    for (const other of others) expect(other).toEqual(first)
  })
})
