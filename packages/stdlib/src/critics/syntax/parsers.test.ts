import { describe, expect, it } from "vitest"
import { parseIni } from "./parse_ini.ts"
import { parseJson, parseJsonc } from "./parse_json.ts"
import { parseToml } from "./parse_toml.ts"
import { parseYaml } from "./parse_yaml.ts"

describe("parseToml", () => {
  it("gives the value, a space before a key and a large integer included", async () => {
    expect(await parseToml(" a = 1\n[b]\nc = 9007199254740993")).toEqual({
      value: { a: 1, b: { c: 9007199254740993n } },
    })
  })

  it.each([
    ["a = bare", 1, 5, "invalid value"],
    ['x = 1\na = "b', 2, 5, "unfinished string"],
    ["[x\n", 1, 3, "illegal character in key"],
    ["a = 1\na = 2", 2, 1, "trying to redefine an already defined table or value"],
  ])("places what is wrong in %j", async (text, line, column, message) => {
    expect(await parseToml(text)).toMatchObject({ error: { line, column, message } })
  })
})

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

describe("parseYaml", () => {
  it("reads booleans and merge keys as the version says", async () => {
    const text = "on: yes\nbase: &b {x: 1}\nuse: {<<: *b}\n"
    expect(await parseYaml(text, "1.1")).toEqual({
      value: { true: true, base: { x: 1 }, use: { x: 1 } },
    })
    expect(await parseYaml(text, "1.2")).toMatchObject({ value: { on: "yes", use: { "<<": { x: 1 } } } })
  })

  it("takes unknown tags for none, and nothing for null", async () => {
    expect(await parseYaml("a: !Ref Bucket\nb: !GetAtt [x, y]\n", "1.1")).toEqual({
      value: { a: "Bucket", b: ["x", "y"] },
    })
    expect(await parseYaml("# only a comment\n", "1.1")).toEqual({ value: null })
  })

  it.each([
    ["a: 1\n b: 2\n", 1],
    ["a: [1, 2\n", 2],
    ["a: 1\n\tb: 2\n", 2],
    ["a: 1\nb: 2\na: 3\n", 3],
    ["files:\n  - *.py\n", 2],
    ["a: 1\n---\nb: 2\n", 2],
    ["a: 'x\n", 2],
    ["key: value: more\n", 1],
    ["a: \u001b[0m\n", 1],
    ["[".repeat(100_000), 1],
  ])("tells the line of what is wrong, text %#", async (text, line) => {
    expect(await parseYaml(text, "1.2")).toMatchObject({ error: { line } })
  })

  it("refuses aliases that expand without end", async () => {
    const levels = "bcdefghij".split("").map((name, index) => {
      const below = "abcdefghi"[index] ?? ""
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${below}`).join(", ")}]`
    })
    expect(await parseYaml(["a: &a [x, x]", ...levels].join("\n"), "1.1")).toHaveProperty("error.message")
  })
})

describe("parseIni", () => {
  it("reads sections, both separators, continuations and comments as configparser does", async () => {
    const text = "[a]\nKey = one\n  two\n# why\n\n  three\nother: x = y ; z\n[DEFAULT]\nq =\n[DEFAULT]\n"
    expect(await parseIni(text)).toEqual({
      value: { a: { key: "one\ntwo\n\nthree", other: "x = y ; z" }, DEFAULT: { q: "" } },
    })
  })

  it("tells all that is wrong", async () => {
    const text = "# c\nlost = 1\nmore = 2\n[a]\nKey = 1\nkey : 2\n bare\n[b]\njunk\n= x\n[a]\n"
    expect(await parseIni(text)).toMatchObject({
      error: { line: 2, column: 1, message: "no section header such as [section] before this line" },
      errors: [
        { line: 2 },
        { line: 6, message: "option key comes twice in section [a]" },
        { line: 9, message: "neither a section header nor an option: no = or : in this line" },
        { line: 10, message: "an option without a name" },
        { line: 11, message: "section [a] comes twice" },
      ],
    })
  })

  it("keeps hostile names as plain ones", async () => {
    const parsed = await parseIni("[__proto__]\nconstructor = 1\n[constructor]\n__proto__ = 2\n")
    expect(parsed).not.toHaveProperty("error")
    expect({}).not.toHaveProperty("constructor", "1")
  })
})
