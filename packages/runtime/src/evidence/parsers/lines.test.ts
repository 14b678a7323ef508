import { describe, expect, it } from "vitest"
import { linesParser } from "./lines.ts"

const messages = (text: string): readonly string[] =>
  linesParser.parse(text).diagnostics.map(({ message }) => message)
const numbered = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join("\n")

/** Lines that differ in more than numbers. */
const various = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${"ab".repeat(index)}`).join("\n")

describe("linesParser", () => {
  it("keeps every line of a short output but pure noise", () => {
    const text = "running\n\n..........\n  first line\nDuration 3.2s\nFAILED (failures=1)\n"
    expect(messages(text)).toEqual(["running", "first line", "failures=1"])
  })

  it("drops what tells of no failure, whichever tool printed it", () => {
    const besides = [
      "::group::Run tests",
      "make[1]: Entering directory '/home/dev/shop'",
      "Randomized with seed 12345",
      "Running 4 tests using 1 worker",
      "..F.*",
      "(pass) adds [0.12ms]",
      "  ✓ sums (3ms)",
      "ok 3 - counts",
      "12 pass",
      "Files=2, Tests=3,  0 wallclock secs ( 0.02 usr  0.00 sys +  0.05 cusr  0.01 csys =  0.08 CPU)",
      "Finished in 0.012s, 83.33 runs/s, 166.6 assertions/s.",
      "::error file=a.js,line=3::boom",
    ]
    expect(messages([...besides, "FAIL subtracts", "5 specs, 1 failure"].join("\n"))).toEqual([
      "FAIL subtracts",
      "1 failure",
    ])
    expect(messages(besides.join("\n"))).toHaveLength(besides.length)
  })

  it("keeps numbers of a source that is shown, and columns before a message, out of it", () => {
    const shown = (line: number): string =>
      `src/a.css\n  ${line}:7  Unexpected unit\n  ${line}: width: 3x\n> ${line + 1}: height: 4x`
    expect(messages(shown(5))).toEqual(messages(shown(9)))
    expect(messages("boom\n 3: first\n 9: other")).toEqual(["boom", "3: first", "9: other"])
  })

  it("keeps up to 40 lines whole, and of more the failing ones with the line behind each", () => {
    expect(messages(numbered(40, "quiet"))).toHaveLength(40)
    const text = `${various(100, "quiet")}\nerror: boom\nwhere it was\nquiet again\n${various(5, "calm")}`
    expect(messages(text)).toEqual(["error: boom", "where it was"])
  })

  it("leaves out of a long output what comes again and again with other numbers, unless it fails", () => {
    const log = Array.from({ length: 100 }, (_, index) => `[${index}] compiled src/part_${index}.ts`).join(
      "\n",
    )
    expect(messages(`${log}\ncould not open it\n${log}`)).toEqual(["could not open it"])
    expect(messages(`${numbered(50, "quiet")}\n${numbered(20, "error")}\nend`)).toEqual([
      ...numbered(20, "error").split("\n"),
      "end",
    ])
    expect(messages(`${numbered(15, "row")}\n${various(26, "calm")}`)).toHaveLength(32)
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
