import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createOutputBuffer } from "./command_output.ts"
import { cpuMs } from "./cpu_time.fixture.ts"

const MARKER = /^\[(\d+) bytes of output left out\]\n/m

describe("createOutputBuffer", () => {
  it("keeps everything up to the limit", () => {
    const buffer = filled(10, ["01234", "56789"])
    expect(buffer.text()).toBe("0123456789")
    expect(buffer.truncatedBytes()).toBe(0)
  })

  it("leaves out the middle and says how much", () => {
    const buffer = filled(10, ["01234", "567890", "12345"])
    expect(buffer.text()).toBe("01234\n[6 bytes of output left out]\n12345")
    expect(buffer.truncatedBytes()).toBe(6)
  })

  it("cuts at line ends when they are near", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`)
    const text = filled(100, lines).text()
    const shown = text.replace(MARKER, "").split(/(?<=\n)/)
    expect(shown.every((line) => lines.includes(line))).toBe(true)
  })

  it("never cuts inside a character", () => {
    for (let limit = 0; limit < 20; limit++) {
      expect(filled(limit, ["€".repeat(50), "🙂".repeat(50), "ä".repeat(50)]).text()).not.toContain("\uFFFD")
    }
  })

  it("accounts for every byte, however the text is cut into pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(64), (pieces, limit) => {
        const buffer = filled(limit, pieces)
        const whole = pieces.join("")
        const text = buffer.text()
        const missing = buffer.truncatedBytes()
        if (missing === 0) return text === whole
        const note = `[${missing} bytes of output left out]\n`
        const [start = "", end = ""] = text.split(note)
        const head = whole.startsWith(start) ? start : start.slice(0, -1)
        const kept = Buffer.byteLength(head) + Buffer.byteLength(end)
        return (
          whole.startsWith(head) &&
          whole.endsWith(end) &&
          kept <= limit &&
          kept + missing === Buffer.byteLength(whole)
        )
      }),
    )
  })

  it("takes a million tiny pieces in linear time", () => {
    const buffer = createOutputBuffer(100_000)
    const started_at = cpuMs()
    for (let index = 0; index < 1_000_000; index++) buffer.add("x\n")
    expect(buffer.text().endsWith("x\nx\n")).toBe(true)
    expect(cpuMs() - started_at).toBeLessThan(5000)
  })
})

function filled(limit: number, pieces: readonly string[]) {
  const buffer = createOutputBuffer(limit)
  for (const piece of pieces) buffer.add(piece)
  return buffer
}
