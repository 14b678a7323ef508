import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { pyrightParser } from "./pyright.ts"

const RULES = {
  shop: "ReturnType AttributeAccessIssue ArgumentType UndefinedVariable OptionalMemberAccess",
  use: "AttributeAccessIssue MissingImports AssignmentType ArgumentType CallIssue ArgumentType AttributeAccessIssue CallIssue",
}
const ALL = Object.entries(RULES).flatMap(([file, names]) =>
  names.split(" ").map((name) => `- | type | report${name} | /home/dev/pyshop/types/${file}.py`),
)

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "types" }), {}).signature
}

describe("pyrightParser", () => {
  it("reads the same from text and JSON", () => {
    const { parsed, parser } = readFixture("python/pyright.default")
    expect(parser).toBe("pyright")
    expect(summary(parsed.diagnostics)).toEqual(ALL)
    expect(readFixture("python/pyright.json")).toEqual({ parser, parsed })
  })

  it("keeps the details of an error, and names the place", () => {
    expect(readFixture("python/pyright.default").parsed.diagnostics[8]).toEqual({
      kind: "type",
      code: "reportArgumentType",
      message: [
        'Argument of type "str | None" cannot be assigned to parameter "obj" of type "Sized" in function "len"',
        '  Type "str | None" is not assignable to type "Sized"',
        '    "None" is incompatible with protocol "Sized"',
        '      "__len__" is not present',
      ].join("\n"),
      location: { path: "/home/dev/pyshop/types/use.py", line: 6, column: 16 },
    })
  })

  it("reads errors without a rule, and files that are missing", () => {
    const { diagnostics } = readFixture("python/pyright.syntax").parsed
    expect(diagnostics).toHaveLength(7)
    expect(diagnostics[0]).toEqual({
      kind: "type",
      message: '"(" was not closed',
      location: { path: "/home/dev/pyshop/lint/syntax.py", line: 1, column: 11 },
    })
    expect(summary(readFixture("python/pyright.missing").parsed.diagnostics)).toEqual([
      "- | runtime | usage | -",
    ])
  })

  it.each(["ok", "ok-json"])("knows a clean run: %s", (name) => {
    expect(readFixture(`python/pyright.${name}`)).toEqual({
      parser: "pyright",
      parsed: { diagnostics: [], tests_run: null, ran_test_ids: null },
    })
  })

  it("leaves warnings out, and reads the summary of old versions", () => {
    const text = "/a/b.py\n  /a/b.py:1:8 - warning: odd (reportX)\n    detail\n0 errors, 1 warning, 0 infos"
    expect(pyrightParser.recognises(text, undefined)).toBe(true)
    expect(pyrightParser.parse(text)?.diagnostics).toEqual([])
  })

  it("does not care where an error stands, but which it is", () => {
    const text = fixture("python/pyright.default")
    expect(signature(text.replaceAll(/py:\d+:\d+/g, "py:77:7"))).toBe(signature(text))
    expect(signature(text.replace("Expected 0", "Expected 1"))).not.toBe(signature(text))
    expect(signature(text.replace(/^.*"nothing" is unknown.*\n/m, ""))).not.toBe(signature(text))
  })

  it("leaves the errors of tsc alone", () => {
    expect(pyrightParser.recognises("a.ts:1:2 - error TS2304: Cannot find name 'x'.", undefined)).toBe(false)
    expect(pyrightParser.parse("Found 1 error in a.ts:1")).toBeNull()
  })
})
