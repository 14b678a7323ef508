import { expect, test } from "vitest"
import { wrapText } from "./wrap.ts"

test("long lines are broken between words, and go on at their own indent", () => {
  expect(wrapText("one two three four five six\n  a b c d e f g h i j k l\nshort", 20)).toBe(
    "one two three four\nfive six\n  a b c d e f g h i\n  j k l\nshort",
  )
})

test("what has no width, as a pipe, gets the text as it is; a long word is never cut", () => {
  const text = `see ${"x".repeat(60)} there`
  expect(wrapText(text, undefined)).toBe(text)
  expect(wrapText(text, 0)).toBe(text)
  expect(wrapText(text, 30).split("\n")).toEqual(["see", "x".repeat(60), "there"])
})
