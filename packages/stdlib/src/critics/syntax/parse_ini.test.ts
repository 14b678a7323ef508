import { describe, expect, it } from "vitest"
import { parseIni } from "./parse_ini.ts"

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
