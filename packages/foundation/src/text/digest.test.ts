import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { keyDigest, memberDigest, memberKey, sha256Hex } from "./digest.ts"

const anyCodeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

describe("sha256Hex", () => {
  it("is SHA-256 in lowercase hex of the UTF-8 bytes", () => {
    expect(sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    fc.assert(
      fc.property(fc.string({ unit: anyCodeUnit }), (text) => {
        expect(sha256Hex(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"))
      }),
    )
  })

  it.each([2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 2 ** 21 + 5])(
    "is that too of a text hashed in pieces, with a character across the border: %d before it",
    (before) => {
      for (const character of ["\u{1f600}", "\ud83d", "\ude00", "é"]) {
        const text = `${"x".repeat(before)}${character}${"y".repeat(2 ** 20)}`
        expect(sha256Hex(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"))
      }
    },
  )
})

describe("memberDigest", () => {
  // Stored with the states of runs, so a later version must compute the same.
  it.each([
    ["", "11292a911567cf"],
    ["a", "1085788b254d03"],
    ["b", "121e8b3fdd0078"],
    ["expected 3, got 4", "11807b5cfeaf5a"],
    ["expected 4, got 3", "00822416ccc219"],
    ["\ud83d\ude00", "117acd63fc9650"],
    ["x".repeat(1000), "0158848479b416"],
  ])("of %j is always %s", (text, digest) => {
    expect(memberDigest(text)).toBe(digest)
  })

  it("is the key in 14 hex digits, in the same order", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(memberDigest(left)).toMatch(/^[0-9a-f]{14}$/)
        expect(memberDigest(left)).toBe(keyDigest(memberKey(left)))
        expect(Number.isSafeInteger(memberKey(left))).toBe(true)
        expect(Math.sign(memberKey(left) - memberKey(right))).toBe(
          memberDigest(left) < memberDigest(right) ? -1 : left === right ? 0 : 1,
        )
      }),
    )
  })

  it("tells texts apart that differ by little", () => {
    const texts = new Set<string>()
    for (let index = 0; index < 50_000; index += 1) {
      texts.add(`expected ${index}, got 4`)
      texts.add(`${"x".repeat(index % 50)}${index}`)
      texts.add(String.fromCharCode(index))
    }
    expect(new Set([...texts].map(memberDigest)).size).toBe(texts.size)
  })
})
