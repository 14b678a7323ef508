import { expect, test } from "vitest"
import type { Figure, FigureGroup } from "./figure.ts"
import { judgedRows } from "./judged_row.ts"
import { type GroupResult, nextTable, reasonsOf } from "./next_table.ts"
import { figuresPage } from "./page.ts"
import { runAt } from "./run.fixture.ts"
import { findRow, type Table } from "./table.ts"

const LINES: Figure = { what: "lines", unit: "lines", better: "lower", noise: { part: 0, least: 0 } }
const NAMES: Figure = { what: "names of", unit: "count", better: "higher", noise: { part: 0, least: 0 } }
const group = (name: string): FigureGroup => ({
  name,
  about: `about ${name}`,
  command: `npm run ${name}`,
  figures: { lines: LINES, names: NAMES },
  measure: () => Promise.resolve([]),
})
const describe = (_group: string, figure: string): Figure | undefined =>
  figure === "lines" ? LINES : figure === "names" ? NAMES : undefined

const EARLIER: GroupResult = {
  group: "docs",
  outcome: [
    { figure: "lines", value: 100 },
    { figure: "names", of: "a|b", value: 7 },
    { figure: "names", of: "gone", value: 1 },
    { figure: "undescribed", value: 1 },
  ],
}
const NOW: readonly GroupResult[] = [
  {
    group: "docs",
    outcome: [
      { figure: "lines", value: 110, note: "two more files" },
      { figure: "names", of: "a|b", value: 8 },
    ],
  },
  { group: "bench", outcome: { absent: "needs a machine" } },
]
const [first, latest] = [runAt("aaaaaaa"), runAt("bbbbbbb", { dirty: true })]
const BEFORE = nextTable([], [EARLIER], first)
const table = nextTable(BEFORE, NOW, latest)

function pageOf(shown: Table, told = { latest, results: NOW, before: BEFORE, describe }): string {
  const { results } = told
  const gone = told.before.filter((row) => findRow(shown, row) === undefined)
  return figuresPage([group("docs"), group("bench")], judgedRows(shown, told.before, told.describe), {
    latest: told.latest,
    before: told.before,
    missing: reasonsOf(results),
    gone: judgedRows(gone, [], told.describe),
  })
}

test("a figure has its value, what was before, how far it moved and what to think of it", () => {
  expect(pageOf(table)).toContain(
    [
      "## docs",
      "",
      "about docs.",
      "",
      "`npm run figures -- --only docs`; by itself: `npm run docs`",
      "",
      "| figure | value | before | change |  | note |",
      "| --- | --- | --- | --- | --- | --- |",
      "| lines | 110 | 100 | +10 (+10.0 %) | **worse** | two more files |",
      "| names of a\\|b | 8 | 7 | +1 | better |  |",
    ].join("\n"),
  )
})

test("the page begins with commit, machine, what got worse, what is missing and what is gone", () => {
  const page = pageOf(table)
  expect(page).toContain(
    "Measured at bbbbbbb with changes, 2026-11-22, on 2 cores of A processor, 24 GB, Node 20.19.5, Linux 6.8 x64; load 0.5 as it began.\n\nBefore:\n\n- aaaaaaa, 2026-11-22, on 2 cores of A processor, ",
  )
  expect(page).toContain("## What got worse\n\n- docs: lines: 100 to 110, +10 (+10.0 %)\n\n## Not measured")
  expect(page).toContain("## Not measured\n\n- bench: needs a machine\n\n## Gone since")
  expect(page).toContain("## Gone since\n\n- docs: names of gone: was 1\n\n## docs")
  expect(page).toMatch(/## bench\n\nabout bench\.\n\n[^\n]+\n\nNot measured yet\.\n$/)
})

test("an older value names its commit, and why it is older", () => {
  const results = [{ group: "docs", outcome: { failed: "no disk" } }]
  const page = pageOf(nextTable(table, results, latest))
  expect(page).toContain("| **worse** | not measured: it failed: no disk; two more files |")
  const later = pageOf(table, { latest: runAt("ccccccc"), results: NOW, before: BEFORE, describe })
  expect(later).toContain("| **worse** | of bbbbbbb with changes, 2026-11-22; two more files |")
})

test("what is not judged for want of an idle machine is told", () => {
  const busy = runAt("bbbbbbb", { load: 9 })
  const timed: Figure = { ...LINES, unit: "ms" }
  const page = pageOf(nextTable(BEFORE, NOW, busy), {
    latest: busy,
    results: NOW,
    before: BEFORE,
    describe: () => timed,
  })
  expect(page).toContain("## What got worse\n\n- nothing\n- 2 not judged: busy machine\n")
  expect(page).toContain("| busy machine | two more files |")
})

test("without anything missing or gone the page does not speak of it", () => {
  const page = pageOf(BEFORE, { latest: first, results: [EARLIER], before: [], describe })
  expect(page).not.toMatch(/Gone since|## Not measured|Before:/)
})
