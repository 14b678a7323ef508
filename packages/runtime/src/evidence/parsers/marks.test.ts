import fc from "fast-check"
import { expect, test } from "vitest"
import { markIndex } from "./marks.ts"
import type { OutputParser } from "./parser.ts"

const parser = (name: string, marks?: readonly string[]): OutputParser => ({
  name,
  marks,
  recognises: () => true,
  parse: () => null,
})

test("finds marks wherever they stand", () => {
  const index = markIndex([
    parser("a", ["FAIL: "]),
    parser("b", ["\nok 1 ", "⎯⎯⎯"]),
    parser("c"),
    parser("d", [":"]),
  ])
  expect([...index.find("FAIL: x")]).toEqual([1, 0, 0, 1])
  expect([...index.find("1..1\nok 1 x")]).toEqual([0, 1, 0, 0])
  expect([...index.find("x⎯⎯⎯")]).toEqual([0, 1, 0, 0])
  expect([...index.find("FAIL")]).toEqual([0, 0, 0, 0])
  expect([...index.find("")]).toEqual([0, 0, 0, 0])
})

test("finds what looking for each mark finds", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "b", ":", " ", "\n", "é"), maxLength: 6 })
  const marks = fc.array(
    fc.array(
      piece.filter((mark) => mark !== ""),
      { maxLength: 3 },
    ),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(marks, fc.array(piece), (lists, pieces) => {
      const text = pieces.join("")
      const expected = lists.map((list) => Number(list.some((mark) => text.includes(mark))))
      expect([...markIndex(lists.map((list) => parser("x", list))).find(text)]).toEqual(expected)
    }),
  )
})
