import { describe, expect, it } from "vitest"
import { editText } from "./edit_text.ts"

const edit = (old_string: string, new_string: string, replace_all = false) => ({
  path: "a.py",
  old_string,
  new_string,
  replace_all,
})

describe("the text of a file after an edit", () => {
  it.each([
    ["one place", edit("two", "2"), "one\ntwo\n", "one\n2\n"],
    ["every place", edit("x", "y", true), "x x\n", "y y\n"],
    ["a new file", edit("", "x\n"), null, "x\n"],
    ["line ends as the file has them", edit("a\nb", "a\nc"), "a\r\nb\r\n", "a\r\nc\r\n"],
  ])("%s", (_, hunk, before, text) => {
    expect(editText(hunk, before)).toMatchObject({ text })
  })

  it.each([
    ["two places", edit("x", "y"), "x x\n", "old_string occurs 2 times"],
    ["nothing new", edit("x", "x"), "x\n", "old_string and new_string are the same"],
    ["a file that is not there", edit("x", "y"), null, "there is no such file"],
    ["a new file that is there", edit("", "y"), "x\n", "there is such a file already"],
    ["a secret that was hidden", edit("x", "[redacted]"), "x\n", "where the file has a secret"],
    ["a line most like it", edit("y = f(a, c)", ""), "x = 1\ny = f(a, b)\n", "most like it: 2: y = f(a, b)"],
  ])("refuses %s", (_, hunk, before, refused) => {
    expect(editText(hunk, before)).toEqual({ refused: expect.stringContaining(refused) })
  })
})
