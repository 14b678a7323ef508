import { describe, expect, it } from "vitest"
import { endOfNext, HAS, startOfPrevious, WordCursor } from "./words.ts"

function walk(text: string): { readonly words: readonly string[]; readonly is_loose: boolean } {
  const cursor = new WordCursor(text)
  const words: string[] = []
  while (cursor.advance()) words.push(text.slice(cursor.start, cursor.end))
  return { words, is_loose: cursor.is_loose }
}

function holds(word: string): readonly string[] {
  const cursor = new WordCursor(word)
  cursor.advance()
  return Object.entries(HAS)
    .filter(([, bit]) => (cursor.holds & bit) !== 0)
    .map(([name]) => name)
}

describe("WordCursor", () => {
  it.each([
    ["", [], false],
    ["one", ["one"], false],
    ["one two", ["one", "two"], false],
    ["one  two", ["one", "two"], true],
    ["one\ttwo", ["one", "two"], true],
    ["one\u00a0two", ["one", "two"], true],
    [" one ", ["one"], false],
    ["  one", ["one"], true],
    ["één \u2003 twee", ["één", "\u2003", "twee"], false],
  ])("walks over %j", (text, words, is_loose) => {
    expect(walk(text)).toEqual({ words, is_loose })
  })

  it("starts each word anew", () => {
    const cursor = new WordCursor("a1:2 b")
    cursor.advance()
    expect(cursor.holds & HAS.digit).not.toBe(0)
    cursor.advance()
    expect(cursor.holds).toBe(
      HAS.letter | (cursor.holds & ~HAS.letter & ~Object.values(HAS).reduce((all, bit) => all | bit, 0)),
    )
  })

  it.each([
    ["abc", ["letter"]],
    ["x", ["x", "letter"]],
    ["7", ["digit"]],
    ["5ms", ["digit", "unit", "letter"]],
    ["5µs", ["digit", "unit", "letter"]],
    ["5é", ["digit"]],
    ["5\u0080", ["digit"]],
    ["ms5", ["digit", "letter"]],
    ["a:5", ["digit", "colon", "place", "assigned", "letter"]],
    ["a:b", ["colon", "letter"]],
    ["a=5", ["digit", "equals", "assigned", "letter"]],
    ["a-5", ["digit", "dash", "assigned", "letter"]],
    ["a#5", ["digit", "assigned", "letter"]],
    ["/a", ["slash", "root", "letter"]],
    ["a/b", ["slash", "letter"]],
    ["a/5", ["digit", "slash", "slash_digit", "letter"]],
    ["(/a", ["slash", "paren", "root", "letter"]],
    ["</a", ["slash", "letter"]],
    ["a\\b", ["slash", "letter"]],
    ["1234567", ["digit"]],
    ["12345678", ["digit", "long_hex"]],
    ["123456789", ["digit", "long_hex"]],
    ["1234567g8", ["digit", "letter"]],
    ["a@b[c>", ["at", "bracket", "angle", "letter"]],
  ])("knows what %j holds", (word, names) => {
    expect(holds(word)).toEqual(names)
  })
})

describe("startOfPrevious and endOfNext", () => {
  it("find the neighbours of a word", () => {
    const text = "one  two three "
    expect(startOfPrevious(text, 5)).toBe(0)
    expect(startOfPrevious(text, 9)).toBe(5)
    expect(endOfNext(text, 0)).toBe(3)
    expect(endOfNext(text, 3)).toBe(8)
  })

  it("stay where they are when there is none", () => {
    expect(startOfPrevious("  two", 2)).toBe(2)
    expect(startOfPrevious("two", 0)).toBe(0)
    expect(endOfNext("two  ", 3)).toBe(3)
    expect(endOfNext("two", 3)).toBe(3)
  })
})
