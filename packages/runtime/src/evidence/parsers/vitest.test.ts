import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { vitestParser } from "./vitest.ts"

const REPORTS = ["vitest.default", "vitest.plain", "vitest.verbose", "vitest.npm-test"]

describe("vitestParser", () => {
  it.each(REPORTS)("reads every failure of %s, by file and names", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe("vitest")
    expect(summary(parsed.diagnostics).toSorted()).toEqual(
      [
        "logs.test.ts > hooks | test | Error | logs.test.ts",
        "- | build | Error | missing.test.ts",
        "- | build | Error | syntax.test.ts",
        "logs.test.ts > snap | test | Error | logs.test.ts",
        "sum.test.ts > adds | test | AssertionError | sum.test.ts",
        "sum.test.ts > suite a > deep | test | AssertionError | sum.test.ts",
        "sum.test.ts > suite a > inner > odd > throws | test | TypeError | sum.test.ts",
        "sum.test.ts > suite a > inner > odd > multi | test | Error | sum.test.ts",
        "sum.test.ts > suite a > inner > odd > node assert | test | AssertionError | sum.test.ts",
        "sum.test.ts > suite a > slow | timeout | Error | sum.test.ts",
        "sum.test.ts > suite a > soft | test | AssertionError | sum.test.ts",
        "sum.test.ts > suite a > soft | test | AssertionError | sum.test.ts",
        "sum.test.ts > suite a > each 2 | test | AssertionError | sum.test.ts",
        "- | runtime | Error | logs.test.ts",
      ].toSorted(),
    )
    expect(parsed.tests_run).toBe(13)
  })

  it.each(REPORTS)("keeps the values that %s compares", (name) => {
    const messages = new Map(
      readFixture(name).parsed.diagnostics.map(({ test_id, message }) => [test_id, message]),
    )
    expect(messages.get("sum.test.ts > adds")).toBe(
      "AssertionError: expected -1 to be 3 // Object.is equality\n\n- Expected\n+ Received\n\n- 3\n+ -1",
    )
    expect(messages.get("logs.test.ts > snap")).toContain('Expected: ""b""\nReceived: ""a""')
    expect(messages.get("sum.test.ts > suite a > inner > odd > multi")).toBe("Error: boom\nsecond line")
    const nameless = readFixture(name).parsed.diagnostics.filter(({ test_id }) => test_id === undefined)
    const found = new Map(nameless.map(({ location, message }) => [location?.path, message]))
    expect(found.get("missing.test.ts")).toMatch(/^Error: Cannot find module '\.\/missing' imported from /)
    expect(found.get("logs.test.ts")).toBe("Error: late")
  })

  it("lists the tests that ran when the reporter does", () => {
    const ran = readFixture("vitest.verbose").parsed.ran_test_ids ?? []
    expect(ran.toSorted()).toEqual([
      "logs.test.ts",
      "logs.test.ts > logs",
      "logs.test.ts > snap",
      "logs.test.ts > unhandled",
      "sum.test.ts",
      "sum.test.ts > adds",
      "sum.test.ts > suite a",
      "sum.test.ts > suite a > deep",
      "sum.test.ts > suite a > each 1",
      "sum.test.ts > suite a > each 2",
      "sum.test.ts > suite a > inner",
      "sum.test.ts > suite a > inner > odd",
      "sum.test.ts > suite a > inner > odd > multi",
      "sum.test.ts > suite a > inner > odd > node assert",
      "sum.test.ts > suite a > inner > odd > throws",
      "sum.test.ts > suite a > ok",
      "sum.test.ts > suite a > slow",
      "sum.test.ts > suite a > soft",
    ])
    expect(readFixture("vitest.ok-verbose").parsed.ran_test_ids).toEqual([
      "sum.test.ts > suite a > ok",
      "sum.test.ts > suite a",
      "sum.test.ts",
    ])
    expect(readFixture("vitest.plain").parsed.ran_test_ids).toBeNull()
    expect(readFixture("vitest.ok").parsed).toEqual({ diagnostics: [], tests_run: 1, ran_test_ids: null })
  })

  it("knows that nothing ran", () => {
    expect(readFixture("vitest.none").parsed.tests_run).toBe(0)
    expect(readFixture("vitest.skipped").parsed).toEqual({ diagnostics: [], tests_run: 0, ran_test_ids: [] })
  })

  it("makes the same signature whatever the reporter", () => {
    const options = { workspace_root: "/home/dev/demo/vitest" }
    const [first, ...others] = REPORTS.map((name) => signatureOf(diagnoseFixture(name), options))
    for (const other of others) expect(other).toEqual(first)
  })

  it("falls back to the list when the errors are cut off", () => {
    const text = fixture("vitest.verbose")
    const cut = text.slice(0, text.indexOf("Failed Suites")) + text.slice(text.indexOf(" Test Files"))
    const parsed = vitestParser.parse(cut)
    expect(parsed?.diagnostics).toContainEqual({
      kind: "test",
      test_id: "sum.test.ts > adds",
      message: "expected -1 to be 3 // Object.is equality",
    })
    expect(parsed?.diagnostics).toHaveLength(9)
  })

  it("gives each of several tests the error they share", () => {
    const text =
      " FAIL  a.test.ts > one\n FAIL  a.test.ts > two\nError: boom\n ❯ a.test.ts:1:2\n\n Test Files  1 failed (1)\n"
    const { diagnostics } = vitestParser.parse(text) ?? {}
    expect(diagnostics?.map(({ test_id, message }) => [test_id, message])).toEqual([
      ["a.test.ts > one", "Error: boom"],
      ["a.test.ts > two", "Error: boom"],
    ])
  })

  it("reads failures alone when the command is known", () => {
    const text = " FAIL  a.test.ts > one\nError: boom\n ❯ a.test.ts:1:2"
    expect(vitestParser.recognises(text, "npx vitest run")).toBe(true)
    expect(vitestParser.recognises(text, "npx jest")).toBe(false)
    expect(vitestParser.recognises("Error: boom", "npx vitest run")).toBe(false)
    expect(vitestParser.parse("Error: boom")).toBeNull()
  })

  it("takes a missed coverage threshold for a failure", () => {
    const text =
      " Test Files  1 passed (1)\n      Tests  2 passed (2)\nERROR: Coverage for lines (50%) does not meet global threshold (80%)\n"
    expect(vitestParser.parse(text)?.diagnostics.map(({ code }) => code)).toEqual(["coverage"])
  })

  it("takes a missing dependency for the environment and a missing module for a failure", () => {
    const failing = (message: string) =>
      ` FAIL  a.test.ts [ a.test.ts ]\n${message}\n\n Test Files  1 failed (1)\n`
    const kindOf = (message: string) => vitestParser.parse(failing(message))?.diagnostics[0]?.kind
    expect(kindOf("MISSING DEPENDENCY  Cannot find dependency 'jsdom'")).toBe("environment")
    expect(kindOf("Error: Cannot find package 'zod' imported from /a/b.ts")).toBe("build")
    expect(kindOf("Error: Cannot find module './b' imported from /a/b.ts")).toBe("build")
  })

  it("leaves the output of other tools alone", () => {
    const others = ["node.20.spec", "node.20.tap", "pytest.default"]
    expect(others.filter((name) => vitestParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("takes the tries of one test for one failure", () => {
    const told = (headers: number): unknown =>
      vitestParser.parse(
        ` RUN  v4.1.12 /shop\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n${" FAIL  a.test.ts > adds\n".repeat(headers)}AssertionError: boom\n\n ❯ a.test.ts:3:5\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n`,
      )
    expect(told(2)).toEqual(told(1))
  })
})
