import { expect, test } from "vitest"
import { mergeFindings, type ToldFinding } from "./merge_findings.ts"
import type { FileDiff } from "./split_diff.ts"

const FILES: readonly FileDiff[] = [
  { path: "src/a.ts", hunks: [{ first: 10, count: 20, lines: [] }] },
  { path: "src/b.ts", hunks: [{ first: 1, count: 3, lines: [] }] },
]

function told(change: Partial<ToldFinding> = {}): ToldFinding {
  return {
    severity: "minor",
    summary: "The discount is rounded twice",
    path: "src/a.ts",
    line: 12,
    reader: "one",
    ...change,
  }
}

test("what several readers say of one place is one finding, as bad as the worst of them has it", () => {
  const merged = mergeFindings(
    [
      told(),
      told({ reader: "two", line: 14, severity: "major", summary: "The discount is rounded twice." }),
      told({ reader: "three", line: null, summary: "the DISCOUNT is rounded, twice" }),
      told({ reader: "two", path: "src/b.ts", line: 2 }),
      told({ reader: "two", line: 20 }),
      told({ reader: "two", summary: "Nobody closes the file when reading fails" }),
    ],
    FILES,
  )
  expect(merged.findings.map(({ severity, path, line, readers }) => [severity, path, line, readers])).toEqual(
    [
      ["major", "src/a.ts", 14, 3],
      ["minor", "src/b.ts", 2, 1],
      ["minor", "src/a.ts", 20, 1],
      ["minor", "src/a.ts", 12, 1],
    ],
  )
})

test("what is about files or lines that the change does not have is dropped and counted", () => {
  const all = [
    told({ path: "src/z.ts" }),
    told({ line: 9 }),
    told({ line: 30 }),
    told({ path: "../src/a.ts" }),
  ]
  expect(mergeFindings(all, FILES)).toEqual({ findings: [], dropped: 4, left_out: 0 })
  const [found] = mergeFindings([told({ path: "b/src/a.ts", line: 29 })], FILES).findings
  expect(found).toMatchObject({ path: "src/a.ts", line: 29 })
  expect(mergeFindings([told({ path: null })], FILES).findings).toMatchObject([{ path: null, line: null }])
})

test("of many findings the thirty worst are kept", () => {
  const words = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x4e00 + at).repeat(20))
  const all = words.map((summary, at) => told({ summary, severity: at < 79 ? "nit" : "blocker" }))
  const { findings, left_out } = mergeFindings(all, FILES)
  expect(findings).toHaveLength(30)
  expect(findings[0]?.severity).toBe("blocker")
  expect(left_out).toBe(50)
})
