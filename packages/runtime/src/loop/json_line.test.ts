import fc from "fast-check"
import { expect, it } from "vitest"
import { jsonLine } from "./json_line.ts"

it("is one line, whoever splits it, and reads back as what it was", () => {
  const unit = fc.constantFrom("a", '"', "\\", "\n", "\r", "\v", "\f", "\u0000", "\u2028", "\u2029", "\ud800")
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit }), fc.string({ unit })), (value) => {
      const line = jsonLine(value)
      expect(line).not.toMatch(/[\n\v\f\r\u2028\u2029]/)
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it("leaves out what the replacer does", () => {
  expect(jsonLine({ a: 1, text: "\u2028" }, (key, value) => (key === "text" ? undefined : value))).toBe(
    '{"a":1}',
  )
})
