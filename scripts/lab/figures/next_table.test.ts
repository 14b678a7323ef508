import { expect, test } from "vitest"
import type { Reading } from "./figure.ts"
import { nextTable, reasonsOf } from "./next_table.ts"
import { runAt } from "./run.fixture.ts"
import type { Table } from "./table.ts"

const [first, second] = [runAt("aaaaaaa"), runAt("bbbbbbb")]
const reading = (figure: string, value: number): Reading => ({ figure, value })
const measured = (group: string, ...outcome: readonly Reading[]) => ({ group, outcome })
const valuesOf = (table: Table): readonly string[] =>
  table.map(({ figure, of, value, run }) => `${figure}${of ?? ""} ${value} of ${run.commit}`)

const one = nextTable([], [measured("sources", reading("lines", 10), reading("files", 2))], first)

test("a group that is left out keeps its rows and its place, as old as they are", () => {
  const next = nextTable(one, [measured("tests", reading("seconds", 100))], second)
  expect(valuesOf(next)).toEqual(["lines 10 of aaaaaaa", "files 2 of aaaaaaa", "seconds 100 of bbbbbbb"])
  const again = nextTable(next, [measured("sources", reading("lines", 8))], second)
  expect(valuesOf(again)).toEqual(["lines 8 of bbbbbbb", "seconds 100 of bbbbbbb"])
})

test.each([
  [{ absent: "needs data" }, "needs data"],
  [{ failed: "no such file\nat line 3" }, "it failed: no such file"],
])("a group that could not be measured keeps its values and says why", (outcome, why) => {
  const results = [{ group: "sources", outcome }]
  const next = nextTable(one, results, second)
  expect(valuesOf(next)).toEqual(valuesOf(one))
  expect(next.map(({ not_measured }) => not_measured)).toEqual([why, why])
  expect(reasonsOf(results)).toEqual([`sources: ${why}`])
  expect(nextTable([], results, second)).toEqual([])
  const recovered = nextTable(next, [measured("sources", reading("lines", 7))], second)
  expect(recovered[0]?.not_measured).toBeUndefined()
})

test("one figure that could not be measured keeps its value beside the others", () => {
  const absent = (figure: string): Reading => ({ figure, absent: "nobody counts" })
  const results = [measured("sources", reading("lines", 8), absent("files"), absent("folders"))]
  const next = nextTable(one, results, second)
  expect(valuesOf(next)).toEqual(["lines 8 of bbbbbbb", "files 2 of aaaaaaa"])
  expect(next[1]?.not_measured).toBe("nobody counts")
  expect(reasonsOf(results)).toEqual(["sources: nobody counts"])
})

test("the same figure of several things is a row each", () => {
  const of = (name: string, value: number): Reading => ({ figure: "names of ", of: name, value })
  const table = nextTable([], [measured("names", of("a", 1), of("b", 2))], first)
  expect(valuesOf(table)).toEqual(["names of a 1 of aaaaaaa", "names of b 2 of aaaaaaa"])
})

test("what ran earlier is of that commit, under the load of that time", () => {
  const at = { commit: "0000000", dirty: true, date: "2026-11-01", load: 1.5 }
  const [row] = nextTable([], [measured("tests", { figure: "seconds", value: 9, at, note: "n" })], first)
  expect(row).toMatchObject({ value: 9, note: "n", run: { ...first, ...at } })
})
