import fc from "fast-check"
import { describe, expect, it } from "vitest"
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

it("takes out a secret as it is, URL-encoded and in hexadecimal, and leaves the rest", () => {
  const forms = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString("hex")]
  expect(withoutSecrets(`x ${forms.join(" ")} y`, ["", SECRET])).toBe("x [redacted] [redacted] [redacted] y")
  expect(withoutSecrets("nothing of it here: correct-horse", [SECRET])).toBe(
    "nothing of it here: correct-horse",
  )
  expect(withoutSecrets("a short one", ["one"])).toBe("a short [redacted]")
})

const BYTES = Buffer.from(SECRET)
const HEX = BYTES.toString("hex")
const PAIRS = HEX.match(/../g) ?? []
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64")
const brokenBy = (text: string, sign: string) => (text.match(/.{1,12}/g) ?? []).join(sign)
const each = (told: (code: number) => string) =>
  Array.from(SECRET)
    .map((sign) => told(sign.charCodeAt(0)))
    .join("")
const hexOf = (code: number, digits = 2) => code.toString(16).padStart(digits, "0")

describe.each([
  ["base64 over lines", brokenBy(base64(`me:${SECRET}`), "\n")],
  ["base64 over quoted lines", brokenBy(base64(`me:${SECRET}`), "\r\n> ")],
  ["base64 over lines within JSON", brokenBy(base64(`me:${SECRET}`), "\\n")],
  ["base64 twice", base64(base64(`me:${SECRET}`))],
  ["base64 of base64 over lines", base64(brokenBy(base64(`me:${SECRET}`), "\n"))],
  ["base64 of UTF-16", base64(Buffer.from(SECRET, "utf16le"))],
  ["base64 with percent signs", encodeURIComponent(base64(`??>${SECRET}`))],
  ["hexadecimal with spaces", PAIRS.join(" ")],
  ["hexadecimal with colons", PAIRS.join(":").toUpperCase()],
  ["hexadecimal with 0x", PAIRS.map((pair) => `0x${pair}`).join(", ")],
  ["hexadecimal escapes", PAIRS.map((pair) => `\\x${pair}`).join("")],
  ["hexadecimal of UTF-16", Buffer.from(SECRET, "utf16le").swap16().toString("hex")],
  ["bytes in a list", [...BYTES].join(", ")],
  ["escapes of JSON", each((code) => `\\u${hexOf(code, 4)}`)],
  ["escapes of escapes", each((code) => `\\\\u${hexOf(code, 4)}`)],
  ["octal escapes", each((code) => `\\${code.toString(8).padStart(3, "0")}`)],
  ["entities", each((code) => `&#${code};`)],
  ["entities in hexadecimal", each((code) => `&#x${hexOf(code)};`)],
  ["one entity", SECRET.replace("/", "&sol;")],
  ["percent signs", each((code) => `%${hexOf(code)}`)],
  ["percent signs thrice", [1, 2, 3].reduce((text) => encodeURIComponent(text), SECRET)],
  ["quoted-printable", each((code) => `=${hexOf(code).toUpperCase()}`)],
  ["UTF-16", Array.from(SECRET).join("\0")],
])("%s", (_name, encoded) => {
  it("hides no secret, and the rest stays", () => {
    const told = withoutSecrets(`{"got": "${encoded}", "left": "as it is"}`, [SECRET])
    expect(told).toMatch(/^\{"got": "\[redacted\][^"]{0,14}", "left": "as it is"\}$/)
  })
})

it("leaves alone what merely looks encoded", () => {
  const text =
    "at 3b043205aabbccdd: 12, 13, 14, 15, 16, 17 of https://a.example/%C3%A4?b=%2520 &amp; \\u0041BCD"
  expect(withoutSecrets(text, [SECRET])).toBe(text)
})
