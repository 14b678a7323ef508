import { findNodeAtLocation } from "jsonc-parser"
import { expect, test } from "vitest"
import { parseJson, removeJson, setJson } from "./json_edit.ts"

test.each([
  ["a comment stays with the last member", "[\n  1 // one\n]", "[\n  1, // one\n  2\n]"],
  ["and so does its comma", "[\n  1, /* one */ // last\n]", "[\n  1, /* one */ // last\n  2,\n]"],
  ["a comma below", "[\n  1\n  ,\n]", "[\n  1,\n  2\n  ,\n]"],
  ["on its line", "[ 1 /* one */ ]", "[ 1,2 /* one */ ]"],
  ["an empty list", "[ ]", "[\n    2\n  ]"],
  ["an open list", "[ \n  ]", "[\n    2 \n  ]"],
  ["a comment alone", "[\n    // none\n  ]", "[\n    2\n    // none\n  ]"],
  ["a comment that closes no line", "[ /* none */ ]", "[\n    2\n  /* none */ ]"],
])("a value is appended in the style of the list: %s", (_, list, expected) => {
  expect(setJson(`{\n  "a": ${list}\n}`, ["a", -1], 2)).toBe(`{\n  "a": ${expected}\n}`)
})

test("a value that is there is replaced, or left as it is written", () => {
  const text = '{\n\t"a": { "b" : [1] }, // why\n\t"c": 1\n}'
  expect(setJson(text, ["a"], { b: [1] })).toBe(text)
  expect(setJson(text, ["a"], { b: 2 })).toBe('{\n\t"a": {\n\t\t"b": 2\n\t}, // why\n\t"c": 1\n}')
})

test.each([
  ["the first", "[\n  1, // one\n  2\n]", 0, "[\n   // one\n  2\n]"],
  ["the last", "[\n  1, // one\n  2\n]", 1, "[\n  1 // one\n]"],
  ["before a comma of its own", "[\n  1,\n  2,\n]", 1, "[\n  1,\n]"],
  ["before a comment", "[\n  1, // one\n  2 // two\n]", 1, "[\n  1 // one\n   // two\n]"],
  ["on a line", "[1, 2, 3]", 1, "[1,  3]"],
  ["alone", "[\n  1\n]", 0, "[]"],
  ["alone, with a comment", "[\n  // one\n  1\n]", 0, "[\n  // one\n]"],
])("a member is removed with one comma, comments stay: %s", (_, list, at, expected) => {
  const text = `{ "a": ${list} }`
  const node = findNodeAtLocation(parseJson(text, false), ["a", at])
  if (node === undefined) throw new Error("not there")
  expect(removeJson(text, node)).toBe(`{ "a": ${expected} }`)
})
