import fc from "fast-check"
import { expect, it } from "vitest"
import { storedText } from "./options.ts"

const texts = fc.string({ unit: "binary", maxLength: 40 })

it("what was kept once is kept as it is", () => {
  const pieces = fc.constantFrom(
    "token: ",
    "[redacted]",
    "]",
    "[",
    "password=abc",
    "Bearer abcdefgh1",
    " ",
    '"',
    "x",
  )
  const text = fc.array(fc.oneof(pieces, texts), { maxLength: 12 }).map((list) => list.join(""))
  fc.assert(
    fc.property(text, (given) => {
      const kept = storedText(given)
      expect(storedText(kept)).toBe(kept)
    }),
  )
})
