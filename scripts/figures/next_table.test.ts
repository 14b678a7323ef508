import { expect, test } from "vitest"
import type { Reading } from "./figure.ts"
import { nextTable } from "./next_table.ts"
import { runAt } from "./run.fixture.ts"
import { NO_TABLE, type Table } from "./table.ts"

const [first, second, third] = [runAt("aaaaaaa"), runAt("bbbbbbb"), runAt("ccccccc")]
const reading = (figure: string, value: number): Reading => ({ figure, value })
const measured = (group: string, ...outcome: readonly Reading[]) => ({ group, outcome })

function valuesOf({ rows }: Table): readonly (readonly [string | null, string, string])[] {
  return rows.map(({ figure, now, before }) => [
    figure,
    now === null ? "" : `${now.value} of ${now.run.commit}`,
    before === null ? "" : `${before.value} of ${before.run.commit}`,
  ])
}

const one = nextTable(NO_TABLE, [measured("sources", reading("lines", 10), reading("files", 2))], first)
const two = nextTable(one, [measured("sources", reading("lines", 9), reading("files", 2))], second)

test("the first table has nothing before it, the next one the first", () => {
  expect(valuesOf(one)).toEqual([
    ["lines", "10 of aaaaaaa", ""],
    ["files", "2 of aaaaaaa", ""],
  ])
  expect(valuesOf(two)).toEqual([
    ["lines", "9 of bbbbbbb", "10 of aaaaaaa"],
    ["files", "2 of bbbbbbb", "2 of aaaaaaa"],
  ])
})

test("measured again at the same commit, a figure is still compared with the other commit", () => {
  const again = nextTable(two, [measured("sources", reading("lines", 8), reading("files", 2))], second)
  expect(valuesOf(again)[0]).toEqual(["lines", "8 of bbbbbbb", "10 of aaaaaaa"])
  const changed = nextTable(two, [measured("sources", reading("lines", 8))], { ...second, dirty: true })
  expect(valuesOf(changed)[0]).toEqual(["lines", "8 of bbbbbbb", "9 of bbbbbbb"])
})

test("a group that is left out keeps its rows, as old as they are", () => {
  const next = nextTable(two, [measured("tests", reading("seconds", 100))], third)
  expect(valuesOf(next)).toEqual([
    ["lines", "9 of bbbbbbb", "10 of aaaaaaa"],
    ["files", "2 of bbbbbbb", "2 of aaaaaaa"],
    ["seconds", "100 of ccccccc", ""],
  ])
  const again = nextTable(next, [measured("sources", reading("lines", 8), reading("files", 2))], third)
  expect(again.rows.map(({ figure }) => figure)).toEqual(["lines", "files", "seconds"])
})

test.each([
  [{ absent: "needs data" }, "needs data"],
  [{ failed: "no such file\nat line 3" }, "it failed: no such file"],
])("a group that could not be measured keeps its values and says why", (outcome, why) => {
  const next = nextTable(two, [{ group: "sources", outcome }], third)
  expect(valuesOf(next)).toEqual(valuesOf(two))
  expect(next.rows.map(({ not_measured }) => not_measured)).toEqual([why, why])
  expect(next.gone).toEqual([])
  const recovered = nextTable(next, [measured("sources", reading("lines", 7), reading("files", 2))], third)
  expect(valuesOf(recovered)[0]).toEqual(["lines", "7 of ccccccc", "9 of bbbbbbb"])
  expect(recovered.rows[0]?.not_measured).toBeUndefined()
})

test("a group that was never measured is one row that says why", () => {
  const next = nextTable(one, [{ group: "detection", outcome: { absent: "needs data" } }], second)
  expect(next.rows.at(-1)).toEqual({
    group: "detection",
    figure: null,
    now: null,
    before: null,
    not_measured: "needs data",
  })
  const measured_now = nextTable(next, [measured("detection", reading("f1", 1))], third)
  expect(valuesOf(measured_now).at(-1)).toEqual(["f1", "1 of ccccccc", ""])
  expect(measured_now.gone).toEqual([])
})

test("one figure that could not be measured keeps its value beside the others", () => {
  const outcome: readonly Reading[] = [reading("lines", 8), { figure: "files", absent: "nobody counts" }]
  const next = nextTable(two, [{ group: "sources", outcome }], third)
  expect(valuesOf(next)).toEqual([
    ["lines", "8 of ccccccc", "9 of bbbbbbb"],
    ["files", "2 of bbbbbbb", "2 of aaaaaaa"],
  ])
  expect(next.rows[1]?.not_measured).toBe("nobody counts")
})

test("what is measured no more is gone, and still is when the same commit is measured again", () => {
  const next = nextTable(two, [measured("sources", reading("lines", 8))], third)
  expect(valuesOf({ rows: next.gone, gone: [] })).toEqual([["files", "2 of bbbbbbb", "2 of aaaaaaa"]])
  const again = nextTable(next, [measured("sources", reading("lines", 8))], third)
  expect(again.gone).toEqual(next.gone)
  const later = nextTable(again, [measured("sources", reading("lines", 8))], runAt("ddddddd"))
  expect(later.gone).toEqual([])
})

test("the same figure of several things is a row each", () => {
  const of = (name: string, value: number): Reading => ({ figure: "names", of: name, value })
  const table = nextTable(one, [measured("names", of("a", 1), of("b", 2))], first)
  const next = nextTable(table, [measured("names", of("b", 3), of("c", 4))], second)
  expect(valuesOf(next).slice(2)).toEqual([
    ["names", "3 of bbbbbbb", "2 of aaaaaaa"],
    ["names", "4 of bbbbbbb", ""],
  ])
  expect(next.gone.map((row) => row.of)).toEqual(["a"])
})

test("with a baseline, that is what everything measured is compared with", () => {
  const next = nextTable(two, [measured("sources", reading("lines", 8))], third, one)
  expect(valuesOf(next)).toEqual([["lines", "8 of ccccccc", "10 of aaaaaaa"]])
  expect(valuesOf({ rows: next.gone, gone: [] })).toEqual([["files", "2 of aaaaaaa", ""]])
  const none = nextTable(NO_TABLE, [{ group: "sources", outcome: { absent: "no" } }], third, one)
  expect(valuesOf(none)).toEqual([
    ["lines", "", "10 of aaaaaaa"],
    ["files", "", "2 of aaaaaaa"],
  ])
})

test("what ran earlier is of that commit, under the load of that time", () => {
  const at = { commit: "0000000", dirty: true, date: "2026-11-01", load: 1.5 }
  const readings: readonly Reading[] = [{ figure: "seconds", value: 9, at, note: "n" }]
  const next = nextTable(NO_TABLE, [{ group: "tests", outcome: readings }], first)
  expect(next.rows[0]?.now).toEqual({ value: 9, run: { ...first, ...at } })
  const repeated = nextTable(next, [{ group: "tests", outcome: readings }], second)
  expect(repeated.rows[0]?.before).toBeNull()
})
