import { describe, expect, it } from "vitest"
import { parseToml } from "./parse_toml.ts"

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
