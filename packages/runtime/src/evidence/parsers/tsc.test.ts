import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { tscParser } from "./tsc.ts"

const TYPES = [
  "- | type | TS2322 | src/a.ts",
  "- | type | TS2307 | src/b.ts",
  "- | type | TS2307 | src/b.ts",
  "- | type | TS2345 | src/b.ts",
  "- | type | TS2322 | src/b.ts",
  "- | type | TS2741 | src/b.ts",
  "- | type | TS2551 | src/b.ts",
]
const SYNTAX = ["TS1109", "TS1003", "TS1005"].map((code) => `- | type | ${code} | broken/syntax.ts`)
const BUILD = ["- | type | TS2322 | lib/one.ts", "- | type | TS2322 | app/two.ts"]
const CASES = [
  ["plain", TYPES],
  ["pretty", TYPES],
  ["npm-run", TYPES],
  ["syntax", SYNTAX],
  ["syntax-pretty", SYNTAX],
  ["build", BUILD],
  ["build-verbose", BUILD],
  ["build-pretty", BUILD],
  ["one-pretty", BUILD.slice(0, 1)],
  ["no-config", ["- | build | TS5058 | -"]],
] as const

describe("tscParser", () => {
  describe.each(["5", "7"])("of TypeScript %s", (version) => {
    it.each(CASES)("reads %s", (name, failures) => {
      const { parsed, parser } = readFixture(`javascript/tsc.${version}.${name}`)
      expect(parser).toBe("tsc")
      expect(summary(parsed.diagnostics)).toEqual(failures)
      expect(parsed).toMatchObject({ tests_run: null, ran_test_ids: null })
    })

    it("keeps why a type does not fit, and no source", () => {
      const [plain, pretty] = ["plain", "pretty"].map(
        (name) => readFixture(`javascript/tsc.${version}.${name}`).parsed.diagnostics,
      )
      expect(pretty).toEqual(plain)
      expect(plain?.[4]?.message.split("\n").map((line) => line.trim())).toEqual([
        "Type '(x: { name: number; }) => void' is not assignable to type '(x: { name: string; }) => void'.",
        "Types of parameters 'x' and 'x' are incompatible.",
        "Type '{ name: string; }' is not assignable to type '{ name: number; }'.",
        "Types of property 'name' are incompatible.",
        "Type 'string' is not assignable to type 'number'.",
      ])
      expect(plain?.[0]?.location).toEqual({ path: "src/a.ts", line: 1, column: 14 })
    })

    it("makes the same signature, plain and pretty", () => {
      const [plain, pretty, other] = ["plain", "pretty", "build"].map((name) =>
        signatureOf(diagnoseFixture(`javascript/tsc.${version}.${name}`), {}),
      )
      expect(pretty).toEqual(plain)
      expect(other).not.toEqual(plain)
    })
  })

  it("takes a missing compiler for the environment", () => {
    const { parsed } = readFixture("javascript/tsc.missing")
    expect(summary(parsed.diagnostics)).toEqual(["- | environment | typescript-missing | -"])
  })

  it("makes another signature when an error is gone or another", () => {
    const read = (text: string) =>
      signatureOf({ diagnostics: found(text), count: found(text).length }, {}).signature
    const found = (text: string) =>
      (tscParser.parse(text)?.diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, check_id: "types" }))
    const text = fixture("javascript/tsc.5.plain")
    const moved = text.replaceAll(/\((\d),(\d{1,2})\)/g, "(7$1,$2)")
    const fixed = text.slice(text.indexOf("\n") + 1)
    expect(moved).not.toBe(text)
    expect(read(moved)).toBe(read(text))
    expect(new Set([text, fixed, text.replace("'name'", "'title'")].map(read)).size).toBe(3)
  })

  it("reads paths with brackets, blanks and drives", () => {
    const paths = ["app/(shop)/a b.ts", "C:\\shop\\a.ts", "../lib/a.ts"]
    for (const path of paths) {
      const [plain] = tscParser.parse(`${path}(3,4): error TS1005: ';' expected.`)?.diagnostics ?? []
      const [pretty] = tscParser.parse(`${path}:3:4 - error TS1005: ';' expected.`)?.diagnostics ?? []
      expect([plain?.location, pretty?.location]).toEqual(Array(2).fill({ path, line: 3, column: 4 }))
    }
  })

  it("is no parser of what only mentions an error", () => {
    expect(tscParser.parse("see error TS2322 in the handbook")).toBeNull()
    expect(tscParser.recognises("Found 0 errors.", undefined)).toBe(false)
  })
})
