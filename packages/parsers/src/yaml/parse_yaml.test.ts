import { describe, expect, it } from "vitest"
import { parseYaml } from "./parse_yaml.ts"

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
