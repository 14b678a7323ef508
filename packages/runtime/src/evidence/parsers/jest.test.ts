import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { jestParser } from "./jest.ts"

const SUM = [
  "test/sum.test.js > adds | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > deep | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > inner > odd > throws | test | TypeError | test/sum.test.js",
  "test/sum.test.js > suite a > inner > odd > multi | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > inner > odd > node assert | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > inner > odd > string thrown | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > slow | timeout | - | test/sum.test.js",
  "test/sum.test.js > suite a > calls | test | - | test/sum.test.js",
  "test/sum.test.js > suite a > each 2 | test | - | test/sum.test.js",
]
const HOOKS = [
  "test/hooks.test.js > hooks > never | test | - | test/hooks.test.js",
  "test/hooks.test.js > each hook > one | test | TypeError | test/hooks.test.js",
  "test/hooks.test.js > each hook > two | test | TypeError | test/hooks.test.js",
  "test/hooks.test.js > snap | test | - | test/hooks.test.js",
  "test/hooks.test.js > inline | test | - | test/hooks.test.js",
  "test/hooks.test.js > cause | test | - | test/hooks.test.js",
]
const FOCUSED = "test/only.test.js > focused | test | - | test/only.test.js"
const UNLOADED = [
  "- | build | load | test/empty.test.js",
  "- | build | SyntaxError | test/syntax.test.js",
  "- | build | load | test/missing.test.js",
]
const PACKAGE = "- | build | load | test/package.test.js"
const ALL = [...SUM, ...HOOKS, FOCUSED, ...UNLOADED, PACKAGE]
const REPORTS = ["jest.29.default", "jest.29.verbose", "jest.30.default", "jest.30.verbose"].map(
  (name) => `javascript/${name}`,
)
const sign = (output: string) =>
  signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature

describe("jestParser", () => {
  it.each(REPORTS)("reads every failure of %s, by file and names", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe("jest")
    expect(summary(parsed.diagnostics).toSorted()).toEqual(ALL.toSorted())
    expect(parsed.tests_run).toBe(21)
  })

  it.each([
    ["jest.29.one-file", SUM, 11],
    ["jest.30.one-file", SUM, 11],
    ["jest.29.npm-test", HOOKS, 7],
    ["jest.30.npm-test", HOOKS, 7],
    ["jest.29.ok", [], 2],
    ["jest.30.ok", [], 2],
    ["jest.29.none", [], 0],
    ["jest.30.none", [], 0],
    ["jest.29.skipped", [], 0],
    ["jest.30.skipped", [], 0],
    ["jest.30.colour", [FOCUSED, PACKAGE], 1],
  ])("reads %s", (name, failures, tests_run) => {
    const { parsed, parser } = readFixture(`javascript/${name}`)
    expect(parser).toBe("jest")
    expect(summary(parsed.diagnostics).toSorted()).toEqual(failures.toSorted())
    expect(parsed.tests_run).toBe(tests_run)
  })

  it("stops at the first failing file with --bail", () => {
    const { diagnostics, tests_run } = readFixture("javascript/jest.30.bail").parsed
    expect(summary(diagnostics)).toContain(SUM[0])
    expect(tests_run).toBeLessThanOrEqual(12)
  })

  it.each(["29", "30"])("keeps what Jest %s compares, without stack and source", (version) => {
    const { diagnostics } = readFixture(`javascript/jest.${version}.default`).parsed
    const messages = new Map(diagnostics.map(({ test_id, message }) => [test_id, message]))
    const of = (name: string) => messages.get(`test/sum.test.js > ${name}`)
    expect(of("adds")).toBe(
      "expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: -1",
    )
    expect(of("suite a > deep")).toBe(
      'expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n    "a": 1,\n    "b": Array [\n      1,\n-     3,\n+     2,\n    ],\n  }',
    )
    expect(of("suite a > inner > odd > multi")).toBe("boom\nsecond line")
    expect(of("suite a > calls")).toContain("Expected: 2\nReceived: 1\n\nNumber of calls: 1")
    expect(messages.get("test/hooks.test.js > cause")).toMatch(
      /^outer\n\nCause:\n +inner cause$|^outer\n\nCause:\ninner cause$/,
    )
    const unloaded = diagnostics.find(({ code }) => code === "SyntaxError")
    expect(unloaded?.message).toMatch(
      /^SyntaxError: \/home\/dev\/js\/jest\d\d\/test\/syntax\.test\.js: Unexpected token/,
    )
  })

  it("lists the tests that ran when the reporter does", () => {
    expect(readFixture("javascript/jest.30.ok").parsed.ran_test_ids).toEqual([
      "test/fine.test.js > fine",
      "test/fine.test.js > group > also fine",
    ])
    for (const name of ["jest.29.verbose", "jest.30.verbose"]) {
      const ran = readFixture(`javascript/${name}`).parsed.ran_test_ids ?? []
      expect(ran).toHaveLength(21)
      expect(ran).toContain("test/sum.test.js > suite a > inner > odd > throws")
      expect(ran).not.toContain("test/sum.test.js > suite a > skipped")
    }
    expect(readFixture("javascript/jest.30.default").parsed.ran_test_ids).toBeNull()
  })

  it.each(["29", "30"])("makes the same signature of two runs, whatever the reporter (%s)", (version) => {
    const options = { workspace_root: `/home/dev/js/jest${version}` }
    const [first, second] = ["default", "verbose"].map((name) =>
      signatureOf(diagnoseFixture(`javascript/jest.${version}.${name}`), options),
    )
    expect(second).toEqual(first)
  })

  it("makes another signature when a failure is fixed, or fails otherwise", () => {
    const text = fixture("javascript/jest.30.default")
    const fixed = text.replace(/ {2}● adds\n[^●]{1,2000}(?= {2}● )/, "")
    const signatures = [text, fixed, text.replace("Expected: 3", "Expected: 4")].map(sign)
    expect(new Set(signatures).size).toBe(3)
  })

  it.each(["jest.29.json", "jest.30.json"])("reads the JSON of %s", (name) => {
    const { parsed, parser } = readFixture(`javascript/${name}`)
    expect(parser).toBe("jest")
    expect(
      summary(parsed.diagnostics).map((line) => line.replaceAll(/\/home\/dev\/js\/jest\d\d\//g, "")),
    ).toEqual([PACKAGE, FOCUSED.replace("| - |", "| Error |")])
    expect(parsed.tests_run).toBe(3)
    expect(parsed.ran_test_ids).toHaveLength(6)
  })

  it("reads the JSON of vitest", () => {
    const { parsed, parser } = readFixture("javascript/vitest.4.json")
    expect(parser).toBe("jest")
    expect(summary(parsed.diagnostics).map((line) => line.replaceAll("/home/dev/js/vitest4/", ""))).toEqual([
      "- | build | load | missing.test.ts",
      "hooks.test.ts > snap | test | Error | hooks.test.ts",
    ])
    expect(parsed.tests_run).toBe(2)
  })

  it("reads failures whose file is cut off by the place of the error", () => {
    const text = fixture("javascript/jest.30.default")
    const cut = text.slice(text.indexOf("  ● suite a › calls"))
    expect(summary(jestParser.parse(cut)?.diagnostics ?? [])[0]).toBe(SUM[7])
  })

  it("falls back to the list when the errors are cut off", () => {
    const text = fixture("javascript/jest.30.one-file")
    const cut = text.slice(0, text.indexOf("  ● adds")) + text.slice(text.indexOf("Test Suites:"))
    expect(jestParser.parse(cut)?.diagnostics).toContainEqual({
      kind: "test",
      test_id: "test/sum.test.js > suite a > deep",
      message: "failed",
    })
    expect(jestParser.parse(cut)?.diagnostics).toHaveLength(SUM.length)
  })

  it("counts a failure once that is told again at the end, and one of each run", () => {
    const failure = "FAIL a.test.js\n  ● one\n\n    boom\n\n"
    const closing = "Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n"
    const again = `${failure}Summary of all failing tests\n${failure}${closing}`
    expect(jestParser.parse(again)?.diagnostics).toHaveLength(1)
    expect(jestParser.parse((failure + closing).repeat(2))).toMatchObject({
      tests_run: 2,
      diagnostics: [{}, {}],
    })
  })

  it.each([
    "FAIL a.test.js",
    "FAIL a.test.js (5.12 s)",
    "FAIL shop a.test.js (9.1 s, 200 MB heap size)",
    " FAIL  a.test.js",
  ])("takes the file from %j", (line) => {
    const text = `${line}\n  ● one\n\n    boom\n\nTests:       1 failed, 1 total\n`
    expect(jestParser.parse(text)?.diagnostics.map(({ test_id }) => test_id)).toEqual(["a.test.js > one"])
  })

  it("takes a missed coverage threshold for a failure", () => {
    const text = `${fixture("javascript/jest.30.ok")}\nJest: "global" coverage threshold for lines (80%) not met: 50%\n`
    expect(jestParser.parse(text)?.diagnostics.map(({ code }) => code)).toEqual(["coverage"])
  })
})
