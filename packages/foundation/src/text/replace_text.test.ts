import { describe, expect, it } from "vitest"
import { cpuMs } from "../process/cpu_time.fixture.ts"
import { replaceText } from "./replace_text.ts"

const edit = (text: string, old_text: string, new_text: string, replace_all = false) =>
  replaceText(text, { old_text, new_text, replace_all })

describe("replaceText", () => {
  it("replaces what occurs once", () => {
    expect(edit("one\ntwo\nthree\n", "two", "2")).toEqual({ text: "one\n2\nthree\n", lines: [2] })
  })

  it("takes new text literally", () => {
    expect(edit("price", "price", "$& $1 $$ $`")).toEqual({ text: "$& $1 $$ $`", lines: [1] })
  })

  it("takes old text literally", () => {
    expect(edit("a.b\naxb\n", "a.b", "y")).toEqual({ text: "y\naxb\n", lines: [1] })
  })

  it("says how often and where an ambiguous text occurs", () => {
    const text = "x = 1\ny = 2\nx = 1\n"
    expect(edit(text, "x = 1", "x = 3")).toEqual({
      refused:
        "old_text occurs 2 times; add lines around it so that it occurs once, or set replace_all:\n1: x = 1\n3: x = 1",
    })
  })

  it("counts overlapping places, which are ambiguous too", () => {
    expect(edit("aaa", "aa", "b")).toMatchObject({ refused: expect.stringContaining("occurs 2 times") })
    expect(edit("aaa", "aa", "b", true)).toEqual({ text: "ba", lines: [1] })
  })

  it("replaces all on request", () => {
    expect(edit("a\nb\na\n", "a", "aa", true)).toEqual({ text: "aa\nb\naa\n", lines: [1, 3] })
  })

  it("refuses an edit that changes nothing", () => {
    expect(edit("a", "a", "a")).toMatchObject({ unchanged: true })
  })

  it("refuses to replace nothing", () => {
    expect(edit("a", "", "b")).toMatchObject({ refused: expect.stringContaining("empty") })
  })

  it("shows lines like a text that does not occur", () => {
    expect(edit("function a() {\n\treturn 1\n}\n", "function a() {\n  return 1\n}", "x")).toEqual({
      refused:
        "old_text does not occur in the file. It does occur with other white space. Lines like it:\n1: function a() {\n2: \treturn 1\n3: }",
    })
    expect(edit("function a() {}\n", "function b() {}", "x")).toEqual({
      refused: "old_text does not occur in the file; read it again",
    })
  })

  it("keeps the line ends of a file that uses CRLF", () => {
    expect(edit("a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz")).toEqual({ text: "x\r\ny\r\nz\r\nc\r\n", lines: [1] })
    expect(edit("a\r\nb\nc\n", "b\nc", "x\ny")).toEqual({ text: "a\r\nx\ny\n", lines: [2] })
  })

  it("finds many places in linear time", () => {
    const started_at = cpuMs()
    const edited = edit("x\n".repeat(500_000), "x", "y", true)
    expect("lines" in edited && edited.lines.at(-1)).toBe(500_000)
    expect(cpuMs() - started_at).toBeLessThan(3000)
  })
})
