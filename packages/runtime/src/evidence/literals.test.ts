import fc from "fast-check"
import { expect, test } from "vitest"
import { createLiteralIndex } from "./literals.ts"

test("finds a literal wherever it stands in a long text, also of characters that are cut in two", () => {
  const literals = ["AssertionError: ", "✖ failed", "🙂🙂 done", "é:"]
  const index = createLiteralIndex(
    literals.map((literal) => [literal]),
    0,
  )
  for (const filler of ["x", "é", "✓", "🙂"]) {
    for (const [place, literal] of literals.entries()) {
      for (const size of [0, 1, 2, 8150, 8180, 8190, 8192, 8200, 16_384, 30_000]) {
        const before = filler.repeat(size).slice(0, size)
        const found = index.find(`${before}${literal}${filler.repeat(50)}`)
        expect([size, found[place]]).toEqual([size, 1])
      }
    }
  }
})

test("finds what looking for each literal finds", () => {
  const letters = fc.constantFrom("a", "b", "Q", "0", ":", " ", "✓", "é", "\u0000")
  const literal = fc.string({ unit: letters, minLength: 1, maxLength: 7 })
  const text = fc.array(fc.oneof(literal, fc.constant("ab: ")), { maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(fc.array(literal, { maxLength: 3 }), { maxLength: 4 }),
      text,
      fc.nat(3),
      (lists, pieces, taken) => {
        const read = [...pieces, ...(lists[taken] ?? []), ...pieces].join("")
        const expected = lists.map((list) => Number(list.some((each) => read.includes(each))))
        for (const most_searched of [0, undefined])
          expect([...createLiteralIndex(lists, most_searched).find(read)]).toEqual(expected)
      },
    ),
  )
})
