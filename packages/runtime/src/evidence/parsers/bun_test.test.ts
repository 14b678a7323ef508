import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { bunTestParser } from "./bun_test.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const FAILURES = [
  "cart.test.js > cart > adds | test | - | -",
  "cart.test.js > cart > throws | test | TypeError | /home/dev/shop/bun/cart.test.js",
  "cart.test.js > cart > deep | test | - | -",
  "cart.test.js > slow | timeout | - | -",
]

describe("bunTestParser", () => {
  it.each(["cart", "colour"])("reads every failure of bun.%s", (name) => {
    const { parsed, parser } = readFixture(`javascript/bun.${name}`)
    expect(parser).toBe("bun")
    expect(summary(parsed.diagnostics)).toEqual(FAILURES)
    expect(parsed.diagnostics[0]?.message).toBe(
      "error: expect(received).toBe(expected)\n\nExpected: 4\nReceived: 3",
    )
    expect(parsed).toMatchObject({ tests_run: 5 })
    expect(parsed.ran_test_ids).toContain("cart.test.js > cart > is empty")
  })

  it("calls a check of which a test was too slow a failing test", () => {
    const slow =
      "bun test v1.4.5\n\na.test.js:\n(fail) slow [50.15ms]\n  ^ this test timed out after 50ms.\n\n 0 pass\n 1 fail\nRan 1 test across 1 file. [71.00ms]\n"
    expect(diagnose({ ok: false, output: slow, exit_code: 1 }, { check_id: "tests" }).kind).toBe("test")
    expect(diagnose({ ok: false, output: slow, exit_code: 124 }, { check_id: "tests" }).kind).toBe("timeout")
  })

  it("reads the same on GitHub's runner", () => {
    const plain = fixture("javascript/bun.cart")
    const github = plain
      .replace("cart.test.js:\n", "::group::cart.test.js:\n")
      .replace(
        "(fail) cart > adds",
        "::error file=cart.test.js,line=4,col=3,title=error: expect(received)::boom\n(fail) cart > adds",
      )
      .replace("\n 1 pass", "\n::endgroup::\n 1 pass")
    expect(bunTestParser.parse(github)).toEqual(bunTestParser.parse(plain))
  })

  it("reads a pass, a file that could not be loaded, and no match", () => {
    expect(readFixture("javascript/bun.ok").parsed).toMatchObject({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: ["ok.test.js > fine"],
    })
    const { parsed } = readFixture("javascript/bun.broken")
    expect(summary(parsed.diagnostics)).toEqual(["- | build | load | broken.test.js"])
    expect(parsed.tests_run).toBe(0)
    expect(
      diagnose({ ok: false, output: fixture("javascript/bun.none") }, { check_id: "tests" }).tests_run,
    ).toBe(0)
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(bunTestParser, ["javascript/bun.cart", "javascript/bun.broken"])).toEqual([])
  })
})
