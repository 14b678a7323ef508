import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { flake8Parser } from "./flake8.ts"
import { parseOutput } from "./registry.ts"

const SHOP = "F401 F401 F401 E401 E302 E231 F841 E302 E302 E251 E251 F821 E722 E711 E701 E501 W291"
const shop = SHOP.split(" ").map((code) => `- | lint | ${code} | shop.py`)
const use = "F401 F401 E302 E305".split(" ").map((code) => `- | lint | ${code} | use.py`)
const all = [...shop, ...use, "- | build | E999 | syntax.py"]

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "lint" }), {}).signature
}

describe("flake8Parser", () => {
  it.each([
    ["flake8.default", all],
    ["flake8.statistics", all],
    ["flake8.pylint", all],
    ["flake8.source", shop],
  ])("reads %s", (name, lines) => {
    const { parsed, parser } = readFixture(`python/${name}`)
    expect(parser).toBe("flake8")
    expect(summary(parsed.diagnostics)).toEqual(lines)
    expect(parsed).toMatchObject({ tests_run: null, ran_test_ids: null })
  })

  it("reads pycodestyle", () => {
    const { parsed, parser } = readFixture("python/pycodestyle.default")
    expect(parser).toBe("flake8")
    expect(parsed.diagnostics).toHaveLength(16)
    expect(parsed.diagnostics[13]).toEqual({
      kind: "build",
      code: "E901",
      message: "TokenError: EOF in multi-line statement",
      location: { path: "syntax.py", line: 3, column: 1 },
    })
  })

  it("names the place, and the codes of plugins", () => {
    expect(flake8Parser.parse("a/b c.py:3:80: SIM102 Use a single if")?.diagnostics).toEqual([
      {
        kind: "lint",
        code: "SIM102",
        message: "Use a single if",
        location: { path: "a/b c.py", line: 3, column: 80 },
      },
    ])
  })

  it("tells only what cannot be compiled from style", () => {
    const codes = ["E902", "E999", "E90", "E9021", "SE902"]
    const kinds = codes.map((code) => flake8Parser.parse(`a.py:1: [${code}] no`)?.diagnostics[0]?.kind)
    expect(kinds).toEqual(["build", "build", undefined, "lint", "lint"])
    expect(flake8Parser.parse("./a.py:1: [E1234] no")?.diagnostics[0]?.location).toEqual({
      path: "a.py",
      line: 1,
    })
  })

  it("does not care where a finding stands, but which it is", () => {
    const text = fixture("python/flake8.default")
    expect(signature(text.replaceAll(/:\d+:\d+:/g, ":9:9:"))).toBe(signature(text))
    expect(signature(fixture("python/flake8.statistics"))).toBe(signature(text))
    expect(signature(text.replace("'json' imported", "'sys' exported"))).not.toBe(signature(text))
    expect(signature(text.replace(/^.*F841.*\n/m, ""))).not.toBe(signature(text))
  })

  it("leaves ruff's lines and other words to others", () => {
    const line = "a.py:1:1: F401 `os` imported but unused"
    expect(flake8Parser.recognises(line, undefined)).toBe(true)
    expect(flake8Parser.recognises(line, "ruff check .")).toBe(false)
    expect(flake8Parser.recognises(`${line}\nFound 1 error.`, undefined)).toBe(false)
    expect(parseOutput(`${line}\nFound 1 error.`, undefined).parser).toBe("ruff")
    expect(flake8Parser.recognises("a.py:1:1: error: no  [misc]", undefined)).toBe(false)
    expect(flake8Parser.recognises("a.js:1:1: E1 no", undefined)).toBe(false)
    expect(flake8Parser.parse("nothing")).toBeNull()
  })
})
