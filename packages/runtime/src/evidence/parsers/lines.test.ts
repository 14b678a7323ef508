import { describe, expect, it } from "vitest"
import { linesParser } from "./lines.ts"

const messages = (text: string): readonly string[] =>
  linesParser.parse(text).diagnostics.map(({ message }) => message)
const numbered = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join("\n")

describe("linesParser", () => {
  it("keeps every line of a short output but pure noise", () => {
    const text = "running\n\n..........\n  first line\nDuration 3.2s\nFAILED (failures=1)\n"
    expect(messages(text)).toEqual(["running", "first line", "FAILED (failures=1)"])
  })

  it("keeps up to 40 lines whole, and of more the failing ones with the line behind each", () => {
    expect(messages(numbered(40, "quiet"))).toHaveLength(40)
    const text = `${numbered(100, "quiet")}\nerror: boom\nwhere it was\nquiet again\n${numbered(5, "calm")}`
    expect(messages(text)).toEqual(["error: boom", "where it was"])
  })

  it("keeps the first and last 32 of many failing lines", () => {
    const kept = messages(numbered(200, "error"))
    expect(kept).toHaveLength(64)
    expect([kept[0], kept[31], kept[32], kept[63]]).toEqual(["error 0", "error 31", "error 168", "error 199"])
  })

  it("keeps the end of a long output without a failing line", () => {
    const kept = messages(numbered(100, "quiet"))
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([32, "quiet 68", "quiet 99"])
  })

  it("keeps noise when there is nothing else, and nothing of nothing", () => {
    expect(messages("Duration 3.2s")).toEqual(["Duration 3.2s"])
    expect(messages(" \n\n\t\n")).toEqual([])
  })

  it("keeps compared values with the line above them, in a long output too", () => {
    const diff = "- Expected - 1\n+ Received + 1\n-   3ms\n+   4ms\n\nrest"
    expect(messages(diff)).toEqual(["- Expected - 1\n+ Received + 1\n-   3ms\n+   4ms", "rest"])
    expect(messages(`${numbered(100, "quiet")}\n${diff}`)).toEqual(messages(diff))
    expect(messages("Expected:\n  10:00:01\nrest")).toEqual(["Expected:\n  10:00:01", "rest"])
  })

  it("gives every line the kind of the whole", () => {
    const { diagnostics } = linesParser.parse("make: start\nbash: foo: command not found")
    expect(diagnostics.map(({ kind }) => kind)).toEqual(["environment", "environment"])
  })
})
