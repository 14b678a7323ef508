import fc from "fast-check"
import { expect, test } from "vitest"
import { scriptJson } from "./markup.ts"

test("law: data comes back as it was, and cannot end its element", () => {
  const pieces = fc.constantFrom("</script>", "<!--", "]]>", "\u2028", "\u2029", "&lt;", '"', "\\", "x")
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "grapheme" }))), (texts) => {
      const json = scriptJson(texts)
      expect(JSON.parse(json)).toEqual(texts)
      expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    }),
  )
})
