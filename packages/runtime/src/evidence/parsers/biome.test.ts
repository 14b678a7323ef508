import { describe, expect, it } from "vitest"
import { biomeParser } from "./biome.ts"
import { fixture, readFixture, summary } from "./fixture.fixture.ts"

const LINT = [
  "- | lint | noDebugger | src/b.js",
  "- | lint | noConstantCondition | src/b.js",
  "- | build | parse | src/syntax.js",
]
const FORMAT = ["a", "b", "syntax"].map((name) => `- | lint | format | src/${name}.js`)

describe("biomeParser", () => {
  it.each([
    ["biome.lint", LINT],
    ["biome.colour", LINT],
    ["biome.check", [...LINT, ...FORMAT]],
    ["biome.ok", []],
  ])("reads %s", (name, failures) => {
    const { parsed, parser } = readFixture(`javascript/${name}`)
    expect(parser).toBe("biome")
    expect(summary(parsed.diagnostics).toSorted()).toEqual(failures.toSorted())
    expect(parsed).toMatchObject({ tests_run: null, ran_test_ids: null })
  })

  it("takes message and place apart", () => {
    expect(readFixture("javascript/biome.lint").parsed.diagnostics).toContainEqual({
      kind: "lint",
      code: "noDebugger",
      message: "This is an unexpected use of the debugger statement",
      location: { path: "src/b.js", line: 1, column: 22 },
    })
  })

  it("reads errors when the end is cut off", () => {
    const text = fixture("javascript/biome.lint")
    const cut = text.slice(0, text.indexOf("Checked "))
    expect(biomeParser.parse(cut)?.diagnostics).toHaveLength(3)
    expect(biomeParser.parse("a ━━━━ rule of another tool")).toBeNull()
  })
})
