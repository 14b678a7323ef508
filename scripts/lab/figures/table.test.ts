import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { runAt } from "./run.fixture.ts"
import { parseTable, readTable, type Table, tableText } from "./table.ts"

const [older, newer] = [runAt("aaaaaaa", { load: null }), runAt("bbbbbbb", { dirty: true })]
const table: Table = [
  { group: "sources", figure: "names", of: "a package", value: 1.5, run: newer, note: "why" },
  { group: "sources", figure: "circles", value: 0, run: older },
  { group: "detection", figure: "f1", value: 1, run: older, not_measured: "needs data" },
]

test("a table is read as it was written, each run once and a row a line", () => {
  const text = tableText(table)
  expect(parseTable(text, "it")).toEqual(table)
  expect(text.match(/aaaaaaa/g)).toHaveLength(1)
  expect(text.split("\n").filter((line) => line.includes('"figure"'))).toHaveLength(3)
  expect(text.endsWith("}\n")).toBe(true)
})

test("of a value as many digits are kept as a measurement can have", () => {
  const kept = (value: number): number | undefined =>
    parseTable(tableText([{ group: "g", figure: "f", value, run: newer }]), "it")[0]?.value
  expect([1_091_247_123, 90.50069912, 0.0170781966].map(kept)).toEqual([1_091_247_123, 90.5007, 0.0170782])
})

test.each([
  ["no JSON", "{"],
  ["another version", '{"version":1,"runs":[],"rows":[]}'],
  [
    "a run that is not there",
    '{"version":2,"runs":[],"rows":[{"group":"a","figure":"b","value":1,"run":0}]}',
  ],
])("a file with %s is refused by its name, and without a file the table is empty", (_what, text) => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop figures "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "figures.json")
  expect(readTable(file)).toEqual([])
  writeFileSync(file, text)
  expect(() => readTable(file)).toThrow(`${file} is no table of figures: `)
})
