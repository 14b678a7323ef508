import fc from "fast-check"
import { expect, it } from "vitest"
import { withoutSecrets } from "./without_secrets.ts"

const SECRET = "correct-horse/battery+staple"

it("takes a secret out of base64 wherever it begins", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
      for (const encoding of ["base64", "base64url"] as const) {
        const told = withoutSecrets(`a ${Buffer.from(before + SECRET + after).toString(encoding)} b`, [
          SECRET,
        ])
        expect(told).toBe("a [redacted] b")
      }
    }),
  )
})

it("takes out a secret as it is and URL-encoded, and leaves the rest", () => {
  const forms = [SECRET, encodeURIComponent(SECRET)]
  expect(withoutSecrets(`x ${forms.join(" ")} y`, ["", SECRET])).toBe("x [redacted] [redacted] y")
  expect(withoutSecrets("nothing of it here: correct-horse", [SECRET])).toBe(
    "nothing of it here: correct-horse",
  )
  expect(withoutSecrets("a short one", ["one"])).toBe("a short [redacted]")
})

it("leaves alone what merely looks encoded", () => {
  const text =
    "at 3b043205aabbccdd: 12, 13, 14, 15, 16, 17 of https://a.example/%C3%A4?b=%2520 &amp; \\u0041BCD"
  expect(withoutSecrets(text, [SECRET])).toBe(text)
})
