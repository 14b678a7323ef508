import { describe, expect, it } from "vitest"
import { parseJson, parseJsonc } from "./parse_json.ts"

describe("parseJson and parseJsonc", () => {
  it("differ in comments and trailing commas", async () => {
    const text = '{\n  // why\n  "a": 1,\n}'
    expect(await parseJsonc(text)).toEqual({ value: { a: 1 } })
    expect(await parseJson(text)).toMatchObject({
      error: { line: 2, column: 3, message: "invalid comment token" },
    })
  })

  it("keep a __proto__ key as a property", async () => {
    const text = '{"__proto__": {"polluted": true}, "a": [{"b": null}]}'
    for (const parsed of [await parseJson(text), await parseJsonc(text)]) {
      expect(parsed).toMatchObject({ value: { a: [{ b: null }] } })
      expect("value" in parsed && Object.hasOwn(Object(parsed.value), "__proto__")).toBe(true)
    }
    expect({}).not.toHaveProperty("polluted")
  })

  it.each([
    ['{"scripts": {,}}', 1, 14],
    ["", 1, 1],
    ['{"a": 1}\n{"b": 2}', 2, 1],
    ['{"a": 01}', 1, 8],
    ['{"a": "tab\there"}', 1, 7],
    ["[".repeat(200_000), 1, 1],
  ])("tell a line and a column, text %#", async (text, line, column) => {
    expect(await parseJson(text)).toMatchObject({ error: { line, column } })
    expect(await parseJsonc(text)).toMatchObject({ error: { line, column } })
  })
})
