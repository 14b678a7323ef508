import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { nodeTestParser } from "./node_test.ts"
import type { ParsedDiagnostic } from "./parser.ts"

const REPORTS = [20, 22, 24].flatMap((version) => [`node.${version}.spec`, `node.${version}.tap`])
const RAN = [
  "hooked > never",
  "hooked",
  "adds",
  "subtracts",
  "suite a > deep equal",
  "suite a > inner > throws",
  "suite a > inner > odd # name > here",
  "suite a > inner",
  "suite a > fine",
  "suite a",
  "parent > child fails",
  "parent > adds",
  "parent",
  "times out",
]

/** Paths as every version prints them: Node 20 names files by their absolute path, and TAP places. */
function withoutRoot(line: string): string {
  return line.replaceAll("/home/dev/demo/node/", "")
}

function messageOf(diagnostics: readonly ParsedDiagnostic[], test_id: string): string | undefined {
  return diagnostics.find((diagnostic) => diagnostic.test_id === test_id)?.message
}

describe("nodeTestParser", () => {
  it.each(REPORTS)("reads every failure of %s, by its path of names", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe("node_test")
    const known = parsed.diagnostics.map(
      ({ test_id, location, kind }) => `${test_id ?? location?.path} | ${kind}`,
    )
    expect(known.map(withoutRoot)).toEqual([
      "hooked > never | test",
      "hooked | test",
      "test/missing.test.mjs | build",
      "adds | test",
      "suite a > deep equal | test",
      "suite a > inner > throws | test",
      "suite a > inner > odd # name > here | test",
      "parent > child fails | test",
      "parent > adds | test",
      "times out | timeout",
      "test/syntax.test.mjs | build",
    ])
  })

  it.each(REPORTS)("counts the tests that ran in %s, not files and skipped ones", (name) => {
    const { parsed } = readFixture(name)
    expect(parsed.tests_run).toBe(9)
    expect(parsed.ran_test_ids).toEqual(RAN)
  })

  it.each(REPORTS)("keeps the values that %s compares", (name) => {
    const { diagnostics } = readFixture(name).parsed
    expect(messageOf(diagnostics, "adds")).toMatch(/strictly equal:\n\n-1 !== 3\nexpected: 3\nactual: -1$/)
    expect(messageOf(diagnostics, "parent > adds")).toMatch(/2 !== 4\nexpected: 4\nactual: 2$/)
    expect(messageOf(diagnostics, "suite a > deep equal")).toMatch(/\+ {5}2\n- {5}3\n/)
    expect(messageOf(diagnostics, "suite a > inner > odd # name > here")).toMatch(
      /^AssertionError(?: \[ERR_ASSERTION\])?: custom message 5ms\nexpected: true\nactual: false$/,
    )
    expect(messageOf(diagnostics, "parent > child fails")).toMatch(/boom\nsecond line$/)
    expect(messageOf(diagnostics, "times out")).toBe("test timed out after 50ms")
  })

  it.each(REPORTS)("tells why a file of %s could not be loaded", (name) => {
    const { diagnostics } = readFixture(name).parsed
    const loading = diagnostics.filter(({ kind }) => kind === "build")
    expect(loading.map(({ code }) => code)).toEqual(["ERR_MODULE_NOT_FOUND", "SyntaxError"])
    // As tests they would count as missing once the tests of the file run.
    expect(loading.map(({ test_id }) => test_id)).toEqual([undefined, undefined])
    expect(loading.map(({ message }) => message)).toEqual([
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/dev/demo/node/test/missing.mjs' imported from /home/dev/demo/node/test/missing.test.mjs",
      "SyntaxError: Unexpected end of input",
    ])
  })

  it("names code and place of a failure", () => {
    const lines = summary(readFixture("node.22.spec").parsed.diagnostics)
    expect(lines).toContain("adds | test | ERR_ASSERTION | test/sum.test.mjs")
    expect(lines).toContain("suite a > inner > throws | test | TypeError | test/sum.test.mjs")
  })

  it.each([20, 22, 24].flatMap((version) => [`node-ok.${version}.spec`, `node-ok.${version}.tap`]))(
    "counts a file without tests in %s as no test",
    (name) => {
      const { parsed } = readFixture(name)
      expect(parsed.diagnostics).toEqual([])
      expect(parsed.tests_run).toBe(2)
      expect(parsed.ran_test_ids).toEqual(["adds", "suite a > deep equal", "suite a"])
    },
  )

  it("sees through what npm prints first", () => {
    const { parsed, parser } = readFixture("node.npm-test")
    expect(parser).toBe("node_test")
    expect(parsed.tests_run).toBe(9)
    expect(parsed.diagnostics).toHaveLength(11)
  })

  it("makes the same signature of two runs", () => {
    const options = { workspace_root: "/home/dev/demo/node" }
    const run = signatureOf(diagnoseFixture("node.20.tap"), options)
    const again = signatureOf(diagnoseFixture("node.npm-test"), options)
    expect(again).toEqual(run)
    expect(run.strong_identities).toHaveLength(11)
  })

  it("reads the tree when the list of failing tests is cut off", () => {
    const text = fixture("node.20.spec")
    const parsed = nodeTestParser.parse(text.slice(0, text.indexOf("✖ failing tests:")))
    expect(parsed?.diagnostics.map(({ test_id }) => test_id)).toContain("suite a > inner > throws")
    expect(messageOf(parsed?.diagnostics ?? [], "adds")).toMatch(/-1 !== 3/)
  })

  it("reads the list of failing tests when the tree is cut off", () => {
    const text = fixture("node.22.spec")
    const parsed = nodeTestParser.parse(text.slice(text.indexOf("✖ failing tests:")))
    expect(parsed?.diagnostics.map(({ test_id }) => test_id)).toContain("deep equal")
    expect(parsed?.tests_run).toBeNull()
  })

  it("adds up two runs in one output", () => {
    const text = fixture("node-ok.22.tap")
    const parsed = nodeTestParser.parse(text + fixture("node.22.tap"))
    expect(parsed?.tests_run).toBe(11)
    expect(parsed?.diagnostics).toHaveLength(11)
    const spec = nodeTestParser.parse(fixture("node.22.spec") + fixture("node.24.spec"))
    expect(spec?.tests_run).toBe(18)
    expect(spec?.diagnostics).toHaveLength(22)
  })

  it("reads points alone when the command is known", () => {
    const text = "not ok 3 - adds\n  ---\n  error: 'boom'\n  ..."
    expect(nodeTestParser.recognises(text, "node --test test/")).toBe(true)
    expect(nodeTestParser.recognises(text, "prove t/")).toBe(false)
    expect(nodeTestParser.parse(text)?.diagnostics).toEqual([
      { kind: "test", test_id: "adds", message: "boom" },
    ])
  })

  it("knows that nothing ran", () => {
    const parsed = nodeTestParser.parse("TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n")
    expect(parsed).toEqual({ diagnostics: [], tests_run: 0, ran_test_ids: [] })
  })

  it("leaves the output of other tools alone", () => {
    const others = ["vitest.plain", "vitest.verbose", "pytest.default", "pytest.verbose"]
    expect(others.filter((name) => nodeTestParser.recognises(fixture(name), undefined))).toEqual([])
    expect(nodeTestParser.recognises("  ✔ adds (53ms)\n\n  1 passing (60ms)", "mocha")).toBe(false)
    expect(nodeTestParser.parse("nothing of the kind")).toBeNull()
  })
})
