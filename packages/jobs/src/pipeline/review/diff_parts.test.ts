import { expect, test } from "vitest"
import { diffParts } from "./diff_parts.ts"
import type { FileDiff } from "./split_diff.ts"

function fileOf(path: string, lines: number, first = 1): FileDiff {
  const added = Array.from({ length: lines }, (_, at) => `+${path} ${at}`)
  return { path, hunks: [{ first, count: lines, lines: added }] }
}

test("each line begins with its number in the new file", () => {
  const hunk = { first: 7, count: 2, lines: [" kept", "-old", "+new", "\\ No newline at end of file"] }
  expect(diffParts([{ path: "a.txt", hunks: [hunk] }])).toEqual([
    {
      paths: ["a.txt"],
      text: "=== a.txt\n@@ from line 7\n     7  kept\n       -old\n     8 +new\n       \\ No newline at end of file",
    },
  ])
})

test("a file that fits is whole, and the small ones come first", () => {
  const parts = diffParts([fileOf("large.txt", 42), fileOf("b.txt", 10), fileOf("a.txt", 11)], 1200)
  expect(parts.map(({ paths }) => paths)).toEqual([["b.txt", "a.txt"], ["large.txt"]])
})

test("a hunk that is too long for one part says in each that it goes on", () => {
  const parts = diffParts([fileOf("large.txt", 200)], 2000)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.every(({ text }) => text.length <= 2000)).toBe(true)
  expect(parts[0]?.text).toMatch(
    /^=== large\.txt \(part 1 of \d\)\n[^]*\n@@ \(the hunk goes on in another part\)$/,
  )
  expect(parts[1]?.text).toContain("@@ (goes on from another part)")
  const shown = parts.flatMap(({ text }) => text.split("\n")).filter((line) => line.includes("+"))
  expect(shown).toHaveLength(200)
  expect(shown.at(-1)).toBe("   200 +large.txt 199")
})

test("a line that nobody wrote by hand is cut, and says so", () => {
  const minified = { first: 1, count: 1, lines: [`+${"x".repeat(9999)}`] }
  expect(diffParts([{ path: "a.js", hunks: [minified] }])[0]?.text).toMatch(
    /x \[8000 more characters are not shown\]$/,
  )
})

test("a file without a changed line is named", () => {
  expect(diffParts([{ path: "moved.txt", hunks: [] }])[0]?.text).toBe(
    "=== moved.txt\n(no line of it is changed)",
  )
})
