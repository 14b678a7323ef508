import fc from "fast-check"
import { expect, it } from "vitest"
import { editOf } from "./edit_of.ts"

const text = fc
  .array(fc.constantFrom("", "a", "b", "ab", "  a"), { maxLength: 8 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""))

it("replaces whole lines, and nothing else differs", () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      const { start, old_end, new_end, ...rows } = editOf(from, to)
      expect(from.slice(0, start) + to.slice(start, new_end) + from.slice(old_end)).toBe(to)
      for (const [one, end] of [
        [from, start],
        [from, old_end],
        [to, new_end],
      ] as const)
        expect(end === 0 || one[end - 1] === "\n").toBe(true)
      const rowOf = (one: string, end: number) => one.slice(0, end).split("\n").length - 1
      expect(rows).toEqual({
        start_row: rowOf(from, start),
        old_end_row: rowOf(from, old_end),
        new_end_row: rowOf(to, new_end),
      })
    }),
    { numRuns: 1000 },
  )
})

it("is small for a line that came, went or changed", () => {
  const size = (from: string, to: string) => {
    const { start, old_end, new_end } = editOf(from, to)
    return [from.slice(start, old_end), to.slice(start, new_end)]
  }
  expect(size("a\nb\nc\n", "a\nc\n").join()).toContain("b\n")
  expect(size("a\nb\n", "a\nb\nc\n")).toEqual(["", "c\n"])
  expect(size("a\nbx\nc\nd\n", "a\nby\nc\nd\n")).toEqual(["bx\n", "by\n"])
})
