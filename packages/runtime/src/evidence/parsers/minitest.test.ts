import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { minitestParser } from "./minitest.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const FAILURES = [
  "CartTest#test_throws | test | TypeError | cart_test.rb",
  "CartTest#test_deep | test | - | cart_test.rb",
  "CartTest#test_adds | test | - | cart_test.rb",
  "CartTest#test_says | test | - | cart_test.rb",
]

describe("minitestParser", () => {
  it("reads every failure and error, and counts no skipped test", () => {
    const { parsed, parser } = readFixture("ruby/minitest.cart")
    expect(parser).toBe("minitest")
    expect(summary(parsed.diagnostics)).toEqual(FAILURES)
    expect(parsed.diagnostics.map(({ message }) => message)).toEqual([
      "TypeError: no price",
      "Expected: {:a=>1, :b=>[1, 2]}\n  Actual: {:a=>1, :b=>[1, 3]}",
      "Expected: 4\n  Actual: 3",
      "must be true",
    ])
    expect(parsed).toMatchObject({ tests_run: 5, ran_test_ids: null })
  })

  it("lists the tests that ran where --verbose does", () => {
    const { parsed } = readFixture("ruby/minitest.verbose")
    expect(summary(parsed.diagnostics)).toEqual(FAILURES)
    expect(parsed.ran_test_ids?.toSorted()).toEqual([
      "CartTest#test_adds",
      "CartTest#test_deep",
      "CartTest#test_is_empty",
      "CartTest#test_says",
      "CartTest#test_throws",
    ])
  })

  it("reads a pass, an empty run, and failures as Rails prints them", () => {
    expect(readFixture("ruby/minitest.ok").parsed).toMatchObject({ diagnostics: [], tests_run: 2 })
    expect(readFixture("ruby/minitest.empty").parsed).toMatchObject({ diagnostics: [], tests_run: 0 })
    const rails =
      "Failure:\nCartTest#test_adds [test/cart_test.rb:4]:\nExpected: 4\n  Actual: 3\n\n\nrails test test/cart_test.rb:3\n\n1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n"
    expect(minitestParser.parse(rails)?.diagnostics).toEqual([
      {
        kind: "test",
        test_id: "CartTest#test_adds",
        message: "Expected: 4\n  Actual: 3",
        location: { path: "test/cart_test.rb", line: 4 },
      },
    ])
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(minitestParser, ["ruby/minitest.cart", "ruby/minitest.verbose"])).toEqual([])
    expect(diagnose({ ok: true, output: fixture("ruby/minitest.cart") }, { check_id: "tests" }).count).toBe(4)
  })
})
