import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { proveParser } from "./prove.ts"
import { brokenBy } from "./sturdy.fixture.ts"

describe("proveParser", () => {
  it.each(["perl/prove.cart", "perl/prove.verbose"])(
    "reads the failed tests of %s with what they compared",
    (name) => {
      const { parsed, parser } = readFixture(name)
      expect(parser).toBe("prove")
      expect(summary(parsed.diagnostics)).toEqual([
        "t/cart.t > adds | test | - | t/cart.t",
        "t/cart.t > deep | test | - | t/cart.t",
      ])
      expect(parsed.diagnostics[0]?.message).toBe("got: '3'\n    expected: '4'")
    },
  )

  it("lists the tests that ran where --verbose does, without those skipped or to do", () => {
    expect(readFixture("perl/prove.verbose").parsed).toMatchObject({
      tests_run: 3,
      ran_test_ids: ["t/cart.t > adds", "t/cart.t > is empty", "t/cart.t > deep"],
    })
    expect(readFixture("perl/prove.cart").parsed).toMatchObject({ tests_run: 4, ran_test_ids: null })
    expect(
      proveParser.parse("t/a.t .. \nok 1\nok 2 - b\nFiles=1, Tests=2, 0\nResult: PASS")?.ran_test_ids,
    ).toBeNull()
  })

  it("reads a program that died with what it said last", () => {
    expect(readFixture("perl/prove.dies").parsed.diagnostics).toEqual([
      {
        kind: "runtime",
        code: "exit",
        message:
          "no price\nNon-zero exit status: 255\nParse errors: Bad plan.  You planned 2 tests but ran 1.",
        location: { path: "t/dies.t" },
      },
    ])
  })

  it("reads a pass, and a run without tests", () => {
    expect(readFixture("perl/prove.ok").parsed).toMatchObject({ diagnostics: [], tests_run: 2 })
    const none = "t/none.t .. skipped: no reason\nFiles=1, Tests=0,  0 wallclock secs\nResult: NOTESTS\n"
    expect(diagnose({ ok: true, output: none }, { check_id: "tests" }).tests_run).toBe(0)
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(proveParser, ["perl/prove.cart", "perl/prove.dies", "perl/prove.verbose"])).toEqual([])
    expect(proveParser.recognises(fixture("javascript/tap.perl"), undefined)).toBe(false)
  })
})
