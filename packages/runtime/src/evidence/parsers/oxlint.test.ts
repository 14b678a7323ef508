import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"
import { oxlintParser } from "./oxlint.ts"

const FAILURES = [
  "- | build | parsing-error | src/syntax.js",
  "- | lint | no-undef | src/a.js",
  "- | lint | eqeqeq | src/a.js",
  "- | lint | no-debugger | src/b.js",
]

describe("oxlintParser", () => {
  it.each([
    ["oxlint.default", "oxlint"],
    ["oxlint.unix", "eslint"],
    ["oxlint.stylish", "eslint"],
  ])("%s is read by %s", (name, reader) => {
    const { parsed, parser } = readFixture(`javascript/${name}`)
    expect(parser).toBe(reader)
    const found = summary(parsed.diagnostics).map((line) => line.replace("/home/dev/js/oxlint/", ""))
    expect(found.toSorted()).toEqual(FAILURES.toSorted())
  })

  it("takes message, rule and place apart", () => {
    expect(readFixture("javascript/oxlint.default").parsed.diagnostics).toContainEqual({
      kind: "lint",
      code: "eqeqeq",
      message: "Expected === and instead saw ==",
      location: { path: "src/a.js", line: 3, column: 17 },
    })
  })

  it("takes warnings for failures only where there may be none", () => {
    expect(readFixture("javascript/oxlint.warnings").parsed.diagnostics).toEqual([])
    expect(readFixture("javascript/oxlint.ok")).toMatchObject({
      parser: "oxlint",
      parsed: { diagnostics: [] },
    })
    expect(summary(readFixture("javascript/oxlint.max-warnings").parsed.diagnostics)).toEqual([
      "- | lint | no-unused-vars | src/a.js",
    ])
  })

  it("reads what plain terminals get, in several lines, of other plugins", () => {
    const text = "  x import(no-cycle): Dependency cycle\n  | detected\n    ,-[a.ts:3:5]\n 3 | x\n"
    expect(oxlintParser.parse(text)?.diagnostics).toEqual([
      {
        kind: "lint",
        code: "import/no-cycle",
        message: "Dependency cycle detected",
        location: { path: "a.ts", line: 3, column: 5 },
      },
    ])
    expect(oxlintParser.parse("  x no place\n")).toBeNull()
  })

  it("makes the same signature when a failure moves, another when it is gone", () => {
    const sign = (text: string) => {
      const { diagnostics = [] } = oxlintParser.parse(text) ?? {}
      const found = diagnostics.map((diagnostic) => ({ ...diagnostic, check_id: "lint" }))
      return signatureOf({ diagnostics: found, count: found.length }, {}).signature
    }
    const text = "  x eslint(eqeqeq): no\n   ,-[a.js:3:17]\n  x eslint(no-var): no\n   ,-[a.js:4:1]\n"
    expect(sign(text.replace("3:17", "8:2"))).toBe(sign(text))
    expect(sign(text.slice(text.indexOf("  x eslint(no-var)")))).not.toBe(sign(text))
    expect(fixture("javascript/oxlint.default")).toContain("╭─[")
  })
})
