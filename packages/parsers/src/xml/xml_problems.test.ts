import { describe, expect, it } from "vitest"
import { xmlProblems } from "./xml_problems.ts"

describe("xmlProblems", () => {
  it.each([
    '<?xml version="1.0" encoding="utf-8"?>\n<!-- why -->\n<a b="c"><d/>&lt;</a>\n',
    "<para>&reftitle.returnvalues;</para>",
    '<layout android:id="x"><![CDATA[ a && b ]]></layout>',
  ])("takes %j", async (text) => {
    expect(await xmlProblems(text)).toEqual([])
  })

  it.each([
    ["<a>\n  <b>\n</a>\n", 3, 4, "unexpected close tag"],
    ['<a b="c>\n</a>\n', 2, 1, "disallowed character"],
    ["<a>&x; a && b;</a>", 1, 14, "disallowed character in entity name"],
    ["<a/>\nHere it is.", 2, 12, "text data outside of root node"],
    ["<a>\n<b/>\n", 3, 1, "unclosed tag: a"],
    ["", 1, 1, "document must contain a root element"],
  ])("places the first fault of %j", async (text, line, column, message) => {
    expect(await xmlProblems(text)).toEqual([{ line, column, message }])
  })
})
