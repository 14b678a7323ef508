import fc from "fast-check"
import { expect, it } from "vitest"
import { literalSearch } from "./literal_search.ts"

it("finds what the engine's search finds, in short and in long texts", () => {
  const letters = fc.constantFrom("a", "b", " ", "Q", "é", "✓")
  const literal = fc.string({ unit: letters, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(literal, { maxLength: 12 }), literal, fc.nat(4000), (pieces, asked, length) => {
      const text = `${"ab é".repeat(length)}${pieces.join("")}`
      expect(literalSearch(text)(asked)).toBe(text.includes(asked))
    }),
  )
})
