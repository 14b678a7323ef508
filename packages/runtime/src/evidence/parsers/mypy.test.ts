import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { mypyParser } from "./mypy.ts"

const CODES = "attr-defined import assignment arg-type call-arg attr-defined arg-type call-arg"
const ALL = [
  "- | type | return-value | shop.py",
  ...CODES.split(" ").map((code) => `- | type | ${code} | use.py`),
]

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "types" }), {}).signature
}

describe("mypyParser", () => {
  it.each(["default", "columns", "pretty", "colour"])("reads mypy.%s, to the same signature", (name) => {
    const { parsed, parser } = readFixture(`python/mypy.${name}`)
    expect(parser).toBe("mypy")
    expect(summary(parsed.diagnostics)).toEqual(ALL)
    const run = signatureOf(diagnoseFixture(`python/mypy.${name}`), {})
    expect(run.signature).toBe(signature(fixture("python/mypy.default")))
    expect(run.strong_identities).not.toBeNull()
  })

  it("keeps types, and names the place", () => {
    const { diagnostics } = readFixture("python/mypy.columns").parsed
    expect(diagnostics[4]).toEqual({
      kind: "type",
      code: "arg-type",
      message: 'Argument 1 to "len" has incompatible type "Optional[str]"; expected "Sized"',
      location: { path: "use.py", line: 6, column: 16 },
    })
  })

  it("reads errors without codes", () => {
    const { diagnostics } = readFixture("python/mypy.strict").parsed
    expect(diagnostics).toHaveLength(15)
    expect(diagnostics[1]).toEqual({
      kind: "type",
      message: "Function is missing a return type annotation",
      location: { path: "shop.py", line: 7 },
    })
  })

  it("tells a file that cannot be parsed, one that is missing, and success", () => {
    expect(readFixture("python/mypy.syntax").parsed.diagnostics).toEqual([
      { kind: "build", code: "syntax", message: "invalid syntax", location: { path: "syntax.py", line: 1 } },
    ])
    expect(readFixture("python/mypy.missing").parsed.diagnostics).toEqual([
      {
        kind: "runtime",
        code: "usage",
        message: "can't read file 'nowhere.py': No such file or directory",
      },
    ])
    expect(readFixture("python/mypy.ok")).toEqual({
      parser: "mypy",
      parsed: { diagnostics: [], tests_run: null, ran_test_ids: null },
    })
  })

  it("adds what notes say of an error to its message", () => {
    const text = [
      'a.py:3: error: Signature of "f" incompatible with supertype "A"  [override]',
      "a.py:3: note:      Superclass:",
      "a.py:3: note:          def f(self) -> int",
      "a.py:3: note: See https://mypy.readthedocs.io/en/stable/x.html",
      'a.py:9: note: Revealed type is "int"',
      "a.py: error: Source file found twice",
      "note: In module imported here:",
    ]
    expect(mypyParser.parse(text.join("\n"))?.diagnostics).toEqual([
      {
        kind: "type",
        code: "override",
        message: 'Signature of "f" incompatible with supertype "A"\nSuperclass:\ndef f(self) -> int',
        location: { path: "a.py", line: 3 },
      },
      { kind: "type", message: "Source file found twice", location: { path: "a.py" } },
    ])
  })

  it("does not care where an error stands, but which it is", () => {
    const text = fixture("python/mypy.default")
    expect(signature(text.replaceAll(/py:\d+:/g, "py:77:"))).toBe(signature(text))
    expect(signature(text.replace('got "int"', 'got "str"'))).not.toBe(signature(text))
    expect(signature(text.replace(/^use.py:2.*\n/m, ""))).not.toBe(signature(text))
  })

  it.each(["a.c:3:1: error: no", "error: no", "Found 3 errors.", "dmypy: x"])("leaves %j alone", (text) => {
    expect(mypyParser.recognises(text, undefined) && mypyParser.parse(text) !== null).toBe(false)
  })
})
