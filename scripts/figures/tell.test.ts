import { expect, test } from "vitest"
import type { Figure } from "./figure.ts"
import { judgedRows } from "./judged_row.ts"
import { runAt } from "./run.fixture.ts"
import type { Row } from "./table.ts"
import { tellEnd, tellGroup } from "./tell.ts"

const names: Figure = { what: "names of", unit: "count", better: "lower", noise: { part: 0, least: 0 } }
const [first, second] = [runAt("aaaaaaa"), runAt("bbbbbbb")]
const row = (of: string, now: number, before: number): Row => ({
  group: "sources",
  figure: "names",
  of,
  now: { value: now, run: second },
  before: { value: before, run: first },
})
const judge = (...rows: readonly Row[]) => judgedRows(rows, () => names)

test("a group is told a line a figure, with what it was before", () => {
  const older: Row = { ...row("c", 5, 4), not_measured: "no disk" }
  const lines = tellGroup("sources", judge(row("a", 3, 2), row("b", 2, 2), older), [
    "sources: no disk",
  ]).split("\n")
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, "  "))).toEqual([
    "",
    "sources",
    "  names of a  3  before 2  +1  worse",
    "  names of b  2  before 2",
    "  names of c  5  before 4  +1  not measured: no disk",
  ])
})

test("a group of which nothing was ever measured says why", () => {
  expect(tellGroup("detection", [], ["detection: needs data"])).toBe(
    "\ndetection\n  not measured: needs data",
  )
})

test("the end tells what is missing and gone, and last what got worse", () => {
  const gone = judge({ ...row("d", 1, 1), before: null })
  expect(tellEnd(judge(row("a", 3, 2), row("b", 1, 2)), gone, ["tests: none noted"])).toBe(
    [
      "",
      "not measured: tests: none noted",
      "gone: sources: names of d, was 1",
      "worse: sources: names of a: 2 to 3, +1 since aaaaaaa, 2026-11-22",
      "1 got worse",
    ].join("\n"),
  )
  const busy = runAt("ccccccc", { load: 9 })
  const timed = judgedRows([{ ...row("a", 3, 2), now: { value: 3, run: busy } }], () => ({
    ...names,
    unit: "ms",
  }))
  expect(tellEnd(timed, [], [])).toBe("\n1 not judged: busy machine\nnothing got worse")
  expect(tellEnd([], [], [])).toBe("\nnothing got worse")
})
