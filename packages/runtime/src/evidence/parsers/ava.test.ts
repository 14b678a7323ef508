import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { avaParser } from "./ava.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const FAILURES = [
  "adds | test | - | -",
  "throws | test | - | /home/dev/shop/ava/cart.test.js",
  "deep | test | - | -",
  "says | test | - | -",
]

describe("avaParser", () => {
  it.each(["cart", "colour"])("reads every failure of ava.%s by its title", (name) => {
    const { parsed, parser } = readFixture(`javascript/ava.${name}`)
    expect(parser).toBe("ava")
    expect(summary(parsed.diagnostics)).toEqual(FAILURES)
    expect(parsed.diagnostics.map(({ message }) => message.split("\n").at(-1))).toEqual([
      "+ 4",
      "TypeError: no price",
      "  }",
      "false",
    ])
    expect(parsed).toMatchObject({
      tests_run: 5,
      ran_test_ids: ["is empty", "adds", "throws", "deep", "says"],
    })
  })

  it("reads a pass, a file that could not be loaded, and a file without tests", () => {
    expect(readFixture("javascript/ava.ok").parsed).toMatchObject({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: ["fine", "good"],
    })
    const { parsed } = readFixture("javascript/ava.broken")
    expect(summary(parsed.diagnostics)).toEqual(["- | build | ERR_MODULE_NOT_FOUND | ava/broken.test.js"])
    expect(parsed.tests_run).toBe(0)
    const shown =
      "\n  Uncaught exception in a.js\n\n  a.js:1\n\n   1: require('x')\n   2: \n\n  Error: no\n\n  › a.js:1:2\n\n  ✘ a.js exited with a non-zero exit code: 1\n  ─\n\n  1 uncaught exception\n"
    expect(avaParser.parse(shown)?.diagnostics).toMatchObject([{ message: "Error: no", code: "Error" }])
    expect(avaParser.parse("\n  ✘ No tests found in a.js\n  ─\n")?.tests_run).toBe(0)
    expect(
      diagnose({ ok: false, output: fixture("javascript/ava.none") }, { check_id: "tests" }).tests_run,
    ).toBe(0)
  })

  it("reads AVA 4, which has another sign", () => {
    const { parsed, parser } = readFixture("javascript/ava.4")
    expect(parser).toBe("ava")
    expect(parsed.diagnostics.map(({ test_id, message }) => [test_id, message.split("\n")[0]])).toEqual([
      ["adds", "Difference:"],
      ["throws", "Error thrown in test:"],
      ["says", "must be true"],
    ])
    expect(parsed).toMatchObject({ tests_run: 4, ran_test_ids: ["is empty", "adds", "throws", "says"] })
    const broken = readFixture("javascript/ava.4-broken").parsed
    expect(summary(broken.diagnostics)).toEqual(["- | build | ERR_MODULE_NOT_FOUND | test/broken.test.mjs"])
    expect([broken.tests_run, readFixture("javascript/ava.4-none").parsed.tests_run]).toEqual([0, 0])
  })

  it("names a failure by its list where its details were cut", () => {
    const text = "  ✘ [fail]: a › adds\n  ─\n\n  1 test failed\n"
    expect(avaParser.parse(text)?.diagnostics).toEqual([
      { kind: "test", test_id: "a › adds", message: "failed" },
    ])
  })

  it("is linear, and throws on nothing", () => {
    expect(brokenBy(avaParser, ["javascript/ava.cart", "javascript/ava.broken"])).toEqual([])
  })
})
