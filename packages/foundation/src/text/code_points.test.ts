import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countCodePoints, cutCodePoints, cutMiddle } from "./code_points.ts"

const anyText = fc.string({ unit: fc.constantFrom("a", "é", " ", "\n", "\u{1f600}", "\ud83d", "\ude00") })
const room = fc.integer({ min: 0, max: 12 })

describe("countCodePoints", () => {
  it("counts what a string iterates over", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countCodePoints(text)).toBe(Array.from(text).length)
      }),
    )
  })
})

describe("cutCodePoints", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["ab cdef", 4, "ab…"],
    ["\u{1f600}\u{1f600}\u{1f600}", 3, "\u{1f600}\u{1f600}\u{1f600}"],
    ["\u{1f600}\u{1f600}\u{1f600}", 2, "\u{1f600}…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
    ["abc", -1, ""],
    ["", 0, ""],
  ])("of %j keeps at most %d: %j", (text, most, cut) => {
    expect(cutCodePoints(text, most)).toBe(cut)
  })

  it("keeps whole characters of the start, never too many", () => {
    fc.assert(
      fc.property(anyText, room, (text, most) => {
        const cut = cutCodePoints(text, most)
        const points = Array.from(text)
        const start = points.slice(0, Math.max(most - 1, 0)).join("")
        const whole = most < 1 ? "" : `${start.trimEnd()}…`
        expect(cut).toBe(points.length <= most ? text : whole)
        expect(Array.from(cut).length).toBeLessThanOrEqual(most)
      }),
    )
  })

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(anyText, room, (text, most) => {
        const cut = cutCodePoints(text, most)
        expect(cutCodePoints(cut, most)).toBe(cut)
      }),
    )
  })
})

describe("cutMiddle", () => {
  it.each([
    ["\u{1f600}\u{1f600}\u{1f600}\u{1f600}", 4, "\u{1f600}\u{1f600}\u{1f600}\u{1f600}"],
    ["abcdef", 4, "ab\n[... 2 characters omitted ...]\nef"],
    ["\u{1f600}b\u{1f600}", 2, "\u{1f600}\n[... 1 characters omitted ...]\n\u{1f600}"],
  ])("of %j keeps %d: %j", (text, most, cut) => {
    expect(cutMiddle(text, most)).toBe(cut)
  })

  it("gives the end its own share where that is told", () => {
    expect(cutMiddle("abcdefgh", 6, 1)).toBe("abcde\n[... 2 characters omitted ...]\nh")
    expect(cutMiddle("abcdefgh", 6, 0)).toBe("abcdef\n[... 2 characters omitted ...]\n")
  })

  it("keeps whole characters of both ends and counts the rest", () => {
    fc.assert(
      fc.property(anyText, room, (text, most) => {
        const points = Array.from(text)
        const half = Math.floor(most / 2)
        const ends = [points.slice(0, most - half).join(""), half === 0 ? "" : points.slice(-half).join("")]
        const mark = `\n[... ${points.length - most} characters omitted ...]\n`
        expect(cutMiddle(text, most)).toBe(points.length <= most ? text : ends.join(mark))
      }),
    )
  })
})
