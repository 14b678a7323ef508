import * as z from "zod"
import type { StoreTransaction } from "./open_store_state.ts"
import type { Need } from "./store.ts"

export interface Probe extends Need {
  readonly row_id: string
}

// Every function here runs inside its caller's transaction.

/** Notes that a row waits. The row is alive, so its turn stays its own. */
export async function noteWaiting(within: StoreTransaction, probe: Probe): Promise<void> {
  await put(within, probe, "looks")
}

export async function noteLook(within: StoreTransaction, probe: Probe): Promise<void> {
  await put(within, probe, "looks + 1")
}

/** Notes that a row found it away. */
export async function noteAway(within: StoreTransaction, probe: Probe): Promise<void> {
  await put(within, probe, "CASE WHEN looks > 1 THEN looks ELSE 1 END")
}

async function put(
  { sql, now }: StoreTransaction,
  { environment, name, row_id }: Probe,
  looks: Looks,
): Promise<void> {
  const at_ms = Math.trunc(now())
  await sql.run(
    `INSERT INTO probes (environment, name, row_id, since_ms, asked_ms, looks) VALUES (?, ?, ?, ?, ?, 0)
     ON CONFLICT (environment, name, row_id) DO NOTHING`,
    environment,
    name,
    row_id,
    at_ms,
    at_ms,
  )
  await sql.run(
    `UPDATE probes SET looks = ${looks}, asked_ms = ?, offered_ms = NULL WHERE ${OF_ROW}`,
    at_ms,
    environment,
    name,
    row_id,
  )
}

type Looks = "looks" | "looks + 1" | "CASE WHEN looks > 1 THEN looks ELSE 1 END"

const OF_ROW = "environment = ? AND name = ? AND row_id = ?"

/** A row that looked less often, and was not offered its turn before the asking row last asked; it may be gone. */
const NEXT = `
  SELECT other.row_id FROM probes AS own JOIN probes AS other USING (environment, name)
  WHERE own.environment = ? AND own.name = ? AND own.row_id = ? AND other.looks < own.looks
    AND (other.offered_ms IS NULL OR own.asked_ms < other.offered_ms)
  ORDER BY other.looks, other.since_ms, other.rowid LIMIT 1`

/** Whether it is the row's turn to look; else offers the turn to the next row. */
export async function isTurnOf(within: StoreTransaction, probe: Probe): Promise<boolean> {
  const { sql, now } = within
  const { environment, name, row_id } = probe
  const found = await sql.get(NEXT, environment, name, row_id)
  if (found === undefined) return true
  const next = z.object({ row_id: z.string() }).parse(found).row_id
  await noteWaiting(within, probe)
  await sql.run(
    `UPDATE probes SET offered_ms = coalesce(offered_ms, ?) WHERE ${OF_ROW}`,
    Math.trunc(now()),
    environment,
    name,
    next,
  )
  return false
}

/** Whether the row found it missing and has not found it back since. */
export async function foundAway(
  { sql }: StoreTransaction,
  { environment, name, row_id }: Probe,
): Promise<boolean> {
  const query = `SELECT 1 AS found FROM probes WHERE looks > 0 AND ${OF_ROW}`
  return (await sql.get(query, environment, name, row_id)) !== undefined
}

/** A row found it back; other rows that met it stay noted until they find it back too. */
export async function noteBack(
  { sql }: StoreTransaction,
  { environment, name, row_id }: Probe,
): Promise<void> {
  await sql.run(
    "DELETE FROM probes WHERE environment = ? AND name = ? AND (looks = 0 OR row_id = ?)",
    environment,
    name,
    row_id,
  )
}
