import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { ruffParser } from "./ruff.ts"

const SHOP = "F401 E401 F401 F401 F841 B006 F821 E722 E711 E701 E501 W291"
const expected = (folder: string) => [
  ...SHOP.split(" ").map((code) => `- | lint | ${code} | ${folder}shop.py`),
  ...["", ""].map(() => `- | build | invalid-syntax | ${folder}syntax.py`),
  ...["", ""].map(() => `- | lint | F401 | ${folder}use.py`),
]

function signature(output: string, workspace_root?: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "lint" }), { workspace_root }).signature
}

describe("ruffParser", () => {
  it.each([
    ["full", ""],
    ["old-full", ""],
    ["concise", ""],
    ["grouped", ""],
    ["json", "/home/dev/pyshop/lint/"],
    ["json-lines", "/home/dev/pyshop/lint/"],
  ])("reads ruff.%s", (name, folder) => {
    const { parsed, parser } = readFixture(`python/ruff.${name}`)
    expect(parser).toBe("ruff")
    expect(summary(parsed.diagnostics)).toEqual(expected(folder))
    expect(parsed.diagnostics[6]).toEqual({
      kind: "lint",
      code: "F821",
      message: "Undefined name `undefined_name`",
      location: { path: `${folder}shop.py`, line: 10, column: 30 },
    })
    expect(signature(fixture(`python/ruff.${name}`), "/home/dev/pyshop/lint")).toBe(
      signature(fixture("python/ruff.concise"), "/home/dev/pyshop/lint"),
    )
  })

  it("reads what is clean, and what would be formatted", () => {
    expect(readFixture("python/ruff.ok")).toEqual({
      parser: "ruff",
      parsed: { diagnostics: [], tests_run: null, ran_test_ids: null },
    })
    expect(readFixture("python/ruff.format").parsed.diagnostics).toEqual(
      ["shop.py", "use.py"].map((path) => ({
        kind: "lint",
        code: "format",
        message: "would be reformatted",
        location: { path },
      })),
    )
    expect(ruffParser.parse("3 files already formatted")?.diagnostics).toEqual([])
  })

  it("reads names in place of codes, cells of notebooks, and what cannot be parsed", () => {
    const text = [
      "input.py:1:8: unused-import: [*] `os` imported but unused",
      "a.ipynb:cell 3:1:8: F401 `os` imported but unused",
      "error: Failed to parse b.py:1:12: Expected `)`",
      "ruff failed",
      "  Cause: Failed to load configuration `ruff.toml`",
      "Found 2 errors.",
    ]
    expect(summary(ruffParser.parse(text.join("\n"))?.diagnostics ?? [])).toEqual([
      "- | lint | unused-import | input.py",
      "- | lint | F401 | a.ipynb",
      "- | build | invalid-syntax | b.py",
      "- | runtime | usage | -",
    ])
  })

  it("does not care where a finding stands, but which it is", () => {
    const text = fixture("python/ruff.full")
    expect(signature(text.replaceAll(/py:\d+:\d+/g, "py:77:7"))).toBe(signature(text))
    expect(signature(text.replace("name `undefined", "name `defined"))).not.toBe(signature(text))
    expect(signature(text.slice(text.indexOf("E401")))).not.toBe(signature(text))
  })

  it.each([
    ["Found 3 errors.", undefined, false],
    ["a.py:1:1: F401 no", undefined, false],
    ["a.py:1:1: F401 no", "uvx ruff check", true],
    ["error[E0425]: no\n --> src/main.rs:3:5", undefined, false],
    ["F401 no\n --> a.py:3:5", undefined, true],
    ["my All checks passed! x", undefined, false],
  ])("recognises %j of %s: %s", (text, command, recognised) => {
    expect(ruffParser.recognises(text, command)).toBe(recognised)
  })
})
