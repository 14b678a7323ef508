import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { eslintParser } from "./eslint.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"

const FAILURES = [
  "- | lint | no-var | src/a.js",
  "- | lint | no-unused-vars | src/a.js",
  "- | lint | no-undef | src/a.js",
  "- | lint | eqeqeq | src/a.js",
  "- | lint | no-unused-vars | src/b.js",
  "- | lint | no-debugger | src/b.js",
  "- | lint | no-constant-condition | src/b.js",
  "- | build | parsing-error | src/syntax.js",
]
const FORMATS = [
  ["8", ["stylish", "colour", "json", "unix", "compact"]],
  ["9", ["stylish", "colour", "json", "unix", "compact"]],
  ["10", ["stylish", "colour", "json"]],
] as const
const read = (name: string) => {
  const { parsed, parser } = readFixture(`javascript/eslint.${name}`)
  expect(parser).toBe("eslint")
  return summary(parsed.diagnostics).map((line) => line.replace(/\/home\/dev\/js\/eslint\d{1,2}\//, ""))
}

describe("eslintParser", () => {
  it.each(FORMATS)("reads the formats of ESLint %s alike", (version, formats) => {
    const options = { workspace_root: `/home/dev/js/eslint${version}` }
    const signatures = formats.map((format) => {
      expect(read(`${version}.${format}`)).toEqual(FAILURES)
      return signatureOf(diagnoseFixture(`javascript/eslint.${version}.${format}`), options).signature
    })
    expect(new Set(signatures).size).toBe(1)
  })

  it("takes message, rule and place apart", () => {
    const { diagnostics, tests_run, ran_test_ids } = readFixture("javascript/eslint.9.stylish").parsed
    expect(diagnostics[3]).toEqual({
      kind: "lint",
      code: "eqeqeq",
      message: "Expected '===' and instead saw '=='",
      location: { path: "/home/dev/js/eslint9/src/a.js", line: 3, column: 17 },
    })
    expect({ tests_run, ran_test_ids }).toEqual({ tests_run: null, ran_test_ids: null })
  })

  it.each(["8", "9", "10"])(
    "takes warnings of ESLint %s for failures only where there may be none",
    (version) => {
      expect(read(`${version}.warnings`)).toEqual([])
      expect(read(`${version}.max-warnings`)).toEqual(["- | lint | no-console | src/warned.js"])
      expect(read(`${version}.ok-json`)).toEqual([])
    },
  )

  it("makes another signature when a failure is fixed, not when it moves", () => {
    const text = fixture("javascript/eslint.9.stylish")
    const sign = (output: string) => {
      const diagnostics = (eslintParser.parse(output)?.diagnostics ?? []).map((found) => ({
        ...found,
        check_id: "lint",
      }))
      return signatureOf({ diagnostics, count: diagnostics.length }, {}).signature
    }
    expect(sign(text.replace("  3:17  error", "  31:2  error"))).toBe(sign(text))
    expect(sign(text.replace(/.{1,80}eqeqeq\n/, ""))).not.toBe(sign(text))
    expect(sign(text.replace("'b' is", "'c' is"))).not.toBe(sign(text))
  })

  it.each([
    ["/a/b.ts\n  1:2  error  No  two  spaces  @acme/some-rule\n", "No  two  spaces", "@acme/some-rule"],
    ["/a/b.ts\n  1:2  error  No rule at all\n", "No rule at all", undefined],
    ["/a/b.ts:1:2: Ends in (brackets). [Error/acme/x]\n", "Ends in (brackets)", "acme/x"],
    ["/a/b.ts: line 1, col 2, Error - Ends in (a word) here.\n", "Ends in (a word) here", undefined],
  ])("reads %j", (text, message, code) => {
    const found = eslintParser.parse(text)?.diagnostics
    expect(found).toMatchObject([{ message, location: { path: "/a/b.ts", line: 1, column: 2 } }])
    expect(found?.[0]?.code).toBe(code)
  })

  it("is no parser of what only ends in its words", () => {
    expect(eslintParser.parse("the server answered [Error]\nall done")).toBeNull()
    expect(eslintParser.parse("✖ 1 problem (0 errors, 1 warning)")?.diagnostics).toEqual([])
  })

  it("has nothing to say of JSON that is cut off", () => {
    expect(eslintParser.parse(fixture("javascript/eslint.9.json").slice(0, 900))).toBeNull()
  })
})
