import fc from "fast-check"
import { expect, test } from "vitest"
import { lineDiff } from "./line_diff.ts"

test("shows what changes, with the lines around it", () => {
  const before = "a\nb\nc\nd\ne\nf\ng\nh\n"
  expect(lineDiff(before, before)).toBe("")
  expect(lineDiff(before, "a\nb\nc\nd\nX\nf\ng\nh\n")).toBe("@@ line 3 @@\n c\n d\n-e\n+X\n f\n g\n")
  expect(lineDiff("", "a\nb\n")).toBe("@@ line 1 @@\n+a\n+b\n")
  expect(lineDiff("a\n", "")).toBe("@@ line 1 @@\n-a\n")
})

test("two changes far apart are two pieces", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `${index}`)
  const changed = lines.with(3, "x").with(25, "y")
  const shown = lineDiff(lines.join("\n"), changed.join("\n"))
  expect(shown.match(/^@@/gm)).toHaveLength(2)
  expect(shown.match(/^[-+]/gm)).toHaveLength(4)
})

test("a change of line breaks, or of the last one, is a change", () => {
  expect(lineDiff("a\r\n", "a\n")).toContain("-a␍\n+a\n")
  expect(lineDiff("a", "a\n")).toContain("-a␄\n+a\n")
})

test("lines that are kept and added make the text after, those kept and removed the text before", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c"), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
  fc.assert(
    fc.property(text, text, (before, after) => {
      // Few lines, so every line is near a change if there is one; otherwise the shown lines keep the order of the
      // text.
      const shown = lineDiff(before, after)
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("@@"))
      const side = (sign: string) =>
        shown.filter((line) => line.startsWith(" ") || line.startsWith(sign)).map((line) => line.slice(1))
      expect(isPartOf(side("-"), before.split("\n"))).toBe(true)
      expect(isPartOf(side("+"), after.split("\n"))).toBe(true)
      const changes = (sign: string) => shown.filter((line) => line.startsWith(sign)).length
      expect(before.split("\n").length - changes("-")).toBe(after.split("\n").length - changes("+"))
    }),
  )
})

/** Whether lines stand in a text in that order. */
function isPartOf(lines: readonly string[], text: readonly string[]): boolean {
  let at = 0
  for (const line of text) if (line === lines[at]) at += 1
  return at === lines.length
}
