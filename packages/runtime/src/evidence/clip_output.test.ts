import { describe, expect, it } from "vitest"
import { clipOutput } from "./clip_output.ts"

const quiet = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index} of a long and quiet log`).join("\n")

describe("clipOutput", () => {
  it("leaves a text of up to 256 KB alone", () => {
    const text = "a\n".repeat(131_072)
    expect(clipOutput(text)).toEqual({ text, clipped: false })
  })

  it("keeps head, tail and the failing lines between them", () => {
    const text = [quiet(0, 20_000), "src/a.ts: error TS1005: no", quiet(20_000, 40_000), "last line"].join(
      "\n",
    )
    const { text: short, clipped } = clipOutput(text)
    expect(clipped).toBe(true)
    expect(short.length).toBeLessThan(256 * 1024)
    const lines = short.split("\n")
    expect(lines[0]).toBe("line 0 of a long and quiet log")
    expect(lines.at(-1)).toBe("last line")
    expect(lines).toContain("src/a.ts: error TS1005: no")
    expect(lines).not.toContain("line 15000 of a long and quiet log")
    expect(lines.filter((line) => !/^line \d+ of a long and quiet log$/.test(line))).toHaveLength(2)
  })

  it("is bounded whatever the text", () => {
    const texts = [
      "error\n".repeat(500_000),
      "error ".repeat(500_000),
      "x".repeat(3_000_000),
      "\n".repeat(3_000_000),
    ]
    for (const text of texts) expect(clipOutput(text).text.length).toBeLessThanOrEqual(256 * 1024)
  })
})
