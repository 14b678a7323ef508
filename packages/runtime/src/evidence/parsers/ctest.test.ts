import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { ctestParser } from "./ctest.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const ALL = ["c/ctest.default", "c/ctest.output", "c/ctest.ok", "c/ctest.none"]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("ctestParser", () => {
  it.each(ALL)("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("ctest")
  })

  it.each(["c/ctest.default", "c/ctest.output"])("reads every failure of %s", (name) => {
    const { diagnostics, tests_run, ran_test_ids } = readFixture(name).parsed
    expect(summary(diagnostics)).toEqual([
      "fails | test | - | -",
      "sleeps | timeout | - | -",
      "crashes | test | - | -",
      "unbuilt | build | - | -",
    ])
    expect(tests_run).toBe(4)
    expect(ran_test_ids).toEqual(["passes", "fails", "sleeps", "crashes"])
  })

  it("keeps what a failing test printed", () => {
    const messages = readFixture("c/ctest.output").parsed.diagnostics.map(({ message }) => message)
    expect(messages).toEqual(["Failed\nexpected 3, got 4", "Timeout", "Exception: SegFault", "Not Run"])
  })

  it("reads passing runs and runs of nothing", () => {
    expect(readFixture("c/ctest.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: ["passes"],
    })
    expect(readFixture("c/ctest.none").parsed).toEqual({ diagnostics: [], tests_run: 0, ran_test_ids: [] })
  })

  it("falls back to the closing list when the head is cut off", () => {
    const text = fixture("c/ctest.default")
    const cut = ctestParser.parse(text.slice(text.indexOf("20% tests")))
    expect(cut?.diagnostics.map(({ test_id }) => test_id)).toEqual(["fails", "sleeps", "crashes", "unbuilt"])
    expect(cut).toMatchObject({ tests_run: 5, ran_test_ids: null })
  })

  it("makes the same signature of two runs, and another when a test is mended", () => {
    const text = fixture("c/ctest.output")
    const again = text.replaceAll(/\d\.\d\d sec/g, "7.77 sec")
    expect(again).not.toBe(text)
    expect(signature(again)).toEqual(signature(text))
    expect(signature(text.replace("got 4", "got 5"))).not.toEqual(signature(text))
  })

  it("leaves other texts alone", () => {
    const others = ["node.20.tap", "vitest.default", "pytest.verbose", "go/test.verbose", "rust/test.default"]
    expect(others.filter((name) => ctestParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(ctestParser, ALL)).toEqual([])
  })
})
