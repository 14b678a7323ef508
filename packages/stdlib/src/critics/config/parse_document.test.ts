import { describe, expect, it } from "vitest"
import { parseDocument } from "./parse_document.ts"

describe("parseDocument", () => {
  it("reads JSON with comments and finds keys, items and what is around a missing key", async () => {
    const text = '{\n  // why\n  "a": { "b": [1, { "c": 2 }] },\n}\n'
    const document = await parseDocument(text, "json")
    expect(document?.data).toEqual({ a: { b: [1, { c: 2 }] } })
    expect(document?.locate(["a"])).toEqual({ line: 3, column: 3 })
    expect(document?.locate(["a", "b", 1, "c"])).toEqual({ line: 3, column: 21 })
    expect(document?.locate(["a", "zzz"])).toEqual({ line: 3, column: 3 })
    expect(document?.locate([])).toEqual({ line: 1, column: 1 })
  })

  it("reads YAML and finds keys through lists and aliases", async () => {
    const text = "a: &x\n  - b: 1\n    c: 2\nd: *x\n7: yes\n"
    const document = await parseDocument(text, "yaml")
    expect(document?.data).toEqual({ a: [{ b: 1, c: 2 }], d: [{ b: 1, c: 2 }], 7: "yes" })
    expect(document?.locate(["a", 0, "c"])).toEqual({ line: 3, column: 5 })
    expect(document?.locate(["d", 0, "c"])).toEqual({ line: 3, column: 5 })
    expect(document?.locate(["7"])).toEqual({ line: 5, column: 1 })
  })

  it("reads yes as a boolean in YAML 1.1 alone", async () => {
    expect((await parseDocument("a: yes\n", "yaml-1.1"))?.data).toEqual({ a: true })
    expect((await parseDocument("a: yes\n", "yaml"))?.data).toEqual({ a: "yes" })
  })

  it("finds TOML keys in tables, arrays of tables and inline tables, and none in long strings", async () => {
    const text = [
      "x = 1",
      '[a."b.c"]',
      'd.e = """',
      "f = 1",
      '"""',
      "[[list]]",
      'name = "p" # """',
      "[[list]]",
      '  name = "q"',
      "[list.sub]",
      "k = { v = 2 }",
    ].join("\r\n")
    const document = await parseDocument(text, "toml")
    const line = (...path: Array<string | number>) => document?.locate(path).line
    expect(line("x")).toBe(1)
    expect(line("a", "b.c")).toBe(2)
    expect(line("a", "b.c", "d", "e")).toBe(3)
    expect(line("a", "b.c", "f")).toBe(2)
    expect(line("list", 0, "name")).toBe(7)
    expect(document?.locate(["list", 1, "name"])).toEqual({ line: 9, column: 3 })
    expect(line("list", 1, "sub", "k", "v")).toBe(11)
    expect(line("nothing")).toBe(1)
  })

  it("reads a bare rc file as JSON with comments or as YAML", async () => {
    expect((await parseDocument('{ "semi": false, /* x */ }', "json-or-yaml"))?.data).toEqual({ semi: false })
    expect((await parseDocument("semi: false\n", "json-or-yaml"))?.data).toEqual({ semi: false })
  })

  it.each([
    ["json", '{"a": '],
    ["yaml", "a: [1\n"],
    ["toml", "a = \n"],
    ["json", "[".repeat(100_000)],
  ] as const)("answers null for %s that does not parse", async (format, text) => {
    expect(await parseDocument(text, format)).toBeNull()
  })
})
