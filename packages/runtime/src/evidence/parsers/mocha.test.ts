import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { mochaParser } from "./mocha.ts"

const SUM = [
  "adds | test | ERR_ASSERTION | test/sum.js",
  "suite a > deep | test | ERR_ASSERTION | test/sum.js",
  "suite a > slow | timeout | Error | -",
  "suite a > done twice | test | Error | test/sum.js",
  "suite a > each 2 | test | ERR_ASSERTION | test/sum.js",
  "suite a > inner: odd > throws | test | TypeError | test/sum.js",
  "suite a > inner: odd > multi | test | Error | test/sum.js",
  "suite a > inner: odd > plain object | test | Error | -",
  "suite a > inner: odd > string thrown | test | Error | -",
  "hooks | test | Error | test/sum.js",
  "each hook | test | TypeError | test/sum.js",
]
const RAN = [
  "adds",
  "suite a > deep",
  "suite a > ok",
  "suite a > slow",
  "suite a > done twice",
  "suite a > each 1",
  "suite a > each 2",
  "suite a > inner: odd > throws",
  "suite a > inner: odd > multi",
  "suite a > inner: odd > plain object",
  "suite a > inner: odd > string thrown",
  "suite a",
  "suite a > inner: odd",
]
const REPORTS = ["10.spec", "11.spec", "11.colour", "11.npm-test", "11.dot", "11.min", "11.list"]
const sign = (output: string) =>
  signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature

describe("mochaParser", () => {
  it.each(REPORTS)("reads every failure of mocha.%s, by names", (name) => {
    const { parsed, parser } = readFixture(`javascript/mocha.${name}`)
    expect(parser).toBe("mocha")
    expect(summary(parsed.diagnostics)).toEqual(SUM)
    expect(parsed.tests_run).toBe(12)
  })

  it.each(["10.json", "11.json"])("reads mocha.%s, which joins the names of suites", (name) => {
    const { parsed, parser } = readFixture(`javascript/mocha.${name}`)
    expect(parser).toBe("mocha")
    expect(summary(parsed.diagnostics)).toEqual(
      SUM.map((line) => line.replace("suite a > inner: odd", "suite a inner: odd")),
    )
    expect(parsed.tests_run).toBe(12)
    expect(parsed.ran_test_ids).toContain("suite a > ok")
  })

  it("lists the tests that ran only of the reporters that list them all", () => {
    const listing = ["10.spec", "11.spec", "11.colour", "11.npm-test"]
    for (const name of listing) {
      expect(readFixture(`javascript/mocha.${name}`).parsed.ran_test_ids).toEqual(RAN)
    }
    for (const name of ["11.dot", "11.min", "11.list", "11.ok-dot"]) {
      expect(readFixture(`javascript/mocha.${name}`).parsed.ran_test_ids).toBeNull()
    }
    const all_pass = "\n    one:   ✔ one: 0ms\n    two:   ✔ two: 1ms\n  ✔ a one: 0ms\n\n  1 passing (2ms)\n"
    expect(mochaParser.parse(all_pass)).toEqual({ diagnostics: [], tests_run: 1, ran_test_ids: null })
  })

  it.each(["10.ok", "11.ok"])("reads the passing mocha.%s", (name) => {
    expect(readFixture(`javascript/mocha.${name}`)).toEqual({
      parser: "mocha",
      parsed: { diagnostics: [], tests_run: 2, ran_test_ids: ["fine", "group > also fine", "group"] },
    })
  })

  it.each([
    ["11.ok-dot", [], 2],
    ["11.none", [], 0],
    ["11.no-files", [], 0],
    ["11.bail", SUM.slice(0, 1), 1],
    ["11.only", ["focused | test | RangeError | broken/only.js"], 1],
  ])("reads mocha.%s", (name, failures, tests_run) => {
    const { parsed, parser } = readFixture(`javascript/mocha.${name}`)
    expect(parser).toBe("mocha")
    expect(summary(parsed.diagnostics)).toEqual(failures)
    expect(parsed.tests_run).toBe(tests_run)
  })

  it.each(["10", "11"])("names a file that mocha %s cannot load", (version) => {
    const read = (name: string) => readFixture(`javascript/mocha.${version}.${name}`).parsed.diagnostics
    const file = (name: string) => `/home/dev/js/mocha${version}/broken/load-${name}.js`
    expect(summary(read("missing"))).toEqual([`- | build | Error | ${file("missing")}`])
    expect(summary(read("package"))).toEqual([`- | build | Error | ${file("package")}`])
    expect(summary(read("syntax"))).toEqual([`- | build | SyntaxError | ${file("syntax")}`])
    expect(read("syntax")[0]?.message).toBe("SyntaxError: Unexpected token ';'")
  })

  it("keeps what is compared, without the stack", () => {
    const { diagnostics } = readFixture("javascript/mocha.11.spec").parsed
    const messages = new Map(diagnostics.map(({ test_id, message }) => [test_id, message]))
    expect(
      messages
        .get("adds")
        ?.split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
      "",
      "-1 !== 3",
      "",
      "+ expected - actual",
      "",
      "--1",
      "+3",
    ])
    expect(messages.get("suite a > inner: odd > multi")).toBe("Error: boom\nsecond line")
    expect(messages.get("hooks")).toBe('"before all" hook for "never": Error: hook bad')
  })

  it("makes the same signature of several runs, whatever the reporter", () => {
    const options = { workspace_root: "/home/dev/js/mocha11" }
    const [first, ...others] = REPORTS.filter((name) => name.startsWith("11")).map((name) =>
      signatureOf(diagnoseFixture(`javascript/mocha.${name}`), options),
    )
    for (const other of others) expect(other).toEqual(first)
  })

  it("makes another signature when a failure is fixed, or fails otherwise", () => {
    const text = fixture("javascript/mocha.11.only")
    const signatures = [text, fixture("javascript/mocha.11.bail"), text.replaceAll("only this", "only that")]
    expect(new Set(signatures.map(sign)).size).toBe(3)
  })

  it("adds up several runs", () => {
    const text = fixture("javascript/mocha.11.only")
    expect(mochaParser.parse(text + text)).toMatchObject({ tests_run: 2, diagnostics: [{}, {}] })
  })

  it("reads the failures when the tree is cut off, and ends where the next command begins", () => {
    const text = fixture("javascript/mocha.11.spec")
    const cut = `${text.slice(text.indexOf("  3 passing")).trimEnd()}\nnpm error Lifecycle script failed\n`
    expect(summary(mochaParser.parse(cut)?.diagnostics ?? [])).toEqual(SUM)
    expect(mochaParser.parse(cut)?.diagnostics.at(-1)?.message).not.toContain("npm")
    expect(mochaParser.parse(cut)?.ran_test_ids).toBeNull()
  })

  it("names a hook of the root by its error and place", () => {
    const text =
      '\n  0 passing (1ms)\n  1 failing\n\n  1) "before all" hook in "{root}":\n     Error: no\n      at Context.<anonymous> (test/a.js:1:2)\n'
    expect(mochaParser.parse(text)).toEqual({
      diagnostics: [
        {
          kind: "test",
          code: "Error",
          message: '"before all" hook in "{root}": Error: no',
          location: { path: "test/a.js", line: 1, column: 2 },
        },
      ],
      tests_run: 0,
      ran_test_ids: [],
    })
  })
})
