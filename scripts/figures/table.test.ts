import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { runAt } from "./run.fixture.ts"
import { readTable, type Table, writeTable } from "./table.ts"

function tableFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "proofloop figures "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, "figures.json")
}

const [older, newer] = [runAt("aaaaaaa", { load: null }), runAt("bbbbbbb", { dirty: true })]
const table: Table = {
  rows: [
    {
      group: "sources",
      figure: "names",
      of: "a package",
      now: { value: 1.5, run: newer },
      before: { value: 2, run: older },
      note: "why",
    },
    { group: "sources", figure: "circles", now: { value: 0, run: newer }, before: null },
    { group: "detection", figure: null, now: null, before: null, not_measured: "needs data" },
  ],
  gone: [{ group: "sources", figure: "entries", now: { value: 3, run: older }, before: null }],
}

test("a table is read as it was written, each run once and a row a line", () => {
  const file = tableFile()
  writeTable(file, table)
  expect(readTable(file)).toEqual(table)
  const text = readFileSync(file, "utf8")
  expect(text.match(/aaaaaaa/g)).toHaveLength(1)
  expect(text.split("\n").filter((line) => line.includes('"figure"'))).toHaveLength(4)
  expect(text.endsWith("}\n")).toBe(true)
})

test("of a value as many digits are kept as a measurement can have", () => {
  const file = tableFile()
  const valueOf = (value: number): number | undefined => {
    writeTable(file, {
      rows: [{ group: "g", figure: "f", now: { value, run: newer }, before: null }],
      gone: [],
    })
    return readTable(file).rows[0]?.now?.value
  }
  expect([1_091_247_123, 90.50069912, 0.0170781966].map(valueOf)).toEqual([1_091_247_123, 90.5007, 0.0170782])
})

test("without a file the table is empty", () => {
  expect(readTable(tableFile())).toEqual({ rows: [], gone: [] })
})

test.each([
  ["no JSON", "{"],
  ["another version", '{"version":2,"runs":[],"rows":[],"gone":[]}'],
  [
    "a run that is not there",
    '{"version":1,"runs":[],"rows":[{"group":"a","figure":"b","now":{"value":1,"run":0},"before":null}],"gone":[]}',
  ],
])("a file with %s is refused by its name", (_what, text) => {
  const file = tableFile()
  writeFileSync(file, text)
  expect(() => readTable(file)).toThrow(`${file} is no table of figures: `)
})
