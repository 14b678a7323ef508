import * as z from "zod"
import { ownName } from "../breakers.ts"
import { insertMany } from "../insert_many.ts"
import type { Transaction, Value } from "../transaction.ts"
import type { Heads } from "./copy_rows.ts"

const PAGE = 500

const cellsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
type Cells = z.infer<typeof cellsSchema>

/**
 * Copies what lies beside rows and in no chain: what the copied rows wait for, the missing services that they met, and
 * all memories. Nothing that the target has is replaced. Resolves to how many memories were written.
 */
export async function copyBeside(from: Transaction, into: Transaction, heads: Heads): Promise<number> {
  const isCopied = ({ row_id }: Cells) => heads.has(String(row_id))
  await insert(into, WAITS, (await cellsOf(from, WAITS)).filter(isCopied))
  const probes = (await cellsOf(from, PROBES)).filter(isCopied)
  await insert(into, PROBES, probes)
  const met = new Set(probes.flatMap(breakersOf))
  await insert(
    into,
    BREAKERS,
    (await cellsOf(from, BREAKERS)).filter((one) => met.has(keyOf(one["environment"], one["name"]))),
  )
  return copyMemories(from, into)
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly order: string
}

const WAITS: Table = {
  name: "waits",
  columns: ["row_id", "waits_for", "since", "look_at", "deadline"],
  order: "row_id",
}
const PROBES: Table = {
  name: "probes",
  columns: ["environment", "name", "row_id", "since_ms", "asked_ms", "offered_ms", "looks"],
  order: "rowid",
}
const BREAKERS: Table = {
  name: "breakers",
  columns: ["environment", "name", "reason", "opened_at", "until", "tries", "needs_person"],
  order: "opened_at",
}
const MEMORIES: Table = {
  name: "memories",
  columns: ["topic", "payload", "embedding_key", "confidence", "source_kind", "source_id", "recorded_at"],
  order: "number",
}

async function cellsOf({ all }: Transaction, { name, columns, order }: Table): Promise<readonly Cells[]> {
  return z.array(cellsSchema).parse(await all(`SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${order}`))
}

async function copyMemories({ all }: Transaction, into: Transaction): Promise<number> {
  const { name, columns, order } = MEMORIES
  const query = `SELECT number, ${columns.join(", ")} FROM ${name} WHERE number > ? ORDER BY ${order} LIMIT ?`
  let written = 0
  for (let after: Value = 0; ;) {
    const page: readonly Cells[] = z.array(cellsSchema).parse(await all(query, after, PAGE))
    written += await insert(into, MEMORIES, page)
    const last: Value | undefined = page.at(-1)?.["number"]
    if (last === undefined) return written
    after = last
  }
}

async function insert(into: Transaction, { name, columns }: Table, rows: readonly Cells[]): Promise<number> {
  const values = rows.map((row) => columns.map((column) => row[column] ?? null))
  return insertMany(into, `${name} (${columns.join(", ")})`, values, "ON CONFLICT DO NOTHING")
}

/** The breaker of all rows, and the row's own. */
function breakersOf({ environment, name, row_id }: Cells): readonly string[] {
  const [service, row] = [String(name), String(row_id)]
  return [service, ownName({ name: service, row_id: row })].map((one) => keyOf(environment, one))
}

function keyOf(environment: Value | undefined, name: Value | undefined): string {
  return JSON.stringify([environment, name])
}
