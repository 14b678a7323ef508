import { nameOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import { inTransaction, type OpenStore, type StoreTransaction } from "./open_store_state.ts"
import { idOption, textOption } from "./options.ts"
import { foundAway, isTurnOf, noteAway, noteBack, noteLook, noteWaiting, type Probe } from "./probes.ts"
import { type Breaker, ENVIRONMENTS, type JobStore, type MetBreaker, type Need } from "./store.ts"

const breakerSchema = z.object({
  environment: z.enum(ENVIRONMENTS),
  name: z.string(),
  reason: z.string(),
  opened_at: z.string(),
  until: z.string(),
  tries: z.number().int(),
  needs_person: z.number().transform((value) => value !== 0),
})

const COLUMNS = breakerSchema.keyof().options.join(", ")
const PUT = `
  INSERT INTO breakers (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (environment, name) DO UPDATE SET reason = excluded.reason, opened_at = excluded.opened_at,
    until = excluded.until, tries = excluded.tries, needs_person = excluded.needs_person, looking_row = NULL`
/** A row that looks has a minute, in which no other one looks beside it. */
const LOOK_AGAIN = `
  UPDATE breakers SET until = ? WHERE environment = ? AND name = ? AND until > ?
    AND (looking_row IS NULL OR until > ?)`
const MAX_NAME = 256
const MAX_REASON = 1000

/** The first wait, and the longest one. */
const FIRST_MS = 60_000
const LONGEST_MS = 3_600_000

export async function readBreakers(store: OpenStore): Promise<readonly MetBreaker[]> {
  const query = `SELECT ${COLUMNS} FROM breakers ORDER BY opened_at, environment, name`
  const met = z.object({ environment: z.string(), name: z.string(), row_id: z.string() })
  return inTransaction(store, "read", async ({ sql }) => {
    const probes = z
      .array(met)
      .parse(await sql.all("SELECT environment, name, row_id FROM probes ORDER BY row_id"))
    const breakers = z.array(breakerSchema).parse(await sql.all(query))
    return breakers.map((breaker) => ({
      ...breaker,
      row_ids: probes
        .filter(({ environment }) => environment === breaker.environment)
        .filter((probe) => breaker.name === probe.name || breaker.name === ownName(probe))
        .map(({ row_id }) => row_id),
    }))
  })
}

/** A row that finds the service missing again, after others found it back, opens a breaker for itself alone. */
export async function openBreaker(
  store: OpenStore,
  found: Parameters<JobStore["openBreaker"]>[0],
): Promise<Breaker> {
  const { now } = store
  const environment = nameOption("environment", found.environment, ENVIRONMENTS)
  const reason = textOption("reason", found.reason.slice(0, MAX_REASON), MAX_REASON)
  const probe = {
    environment,
    name: textOption("name", found.name, MAX_NAME),
    row_id: idOption("row_id", found.row_id),
  }
  const at_ms = now()
  return inTransaction(store, "write", async (within) => {
    const shared = await breakerOf(within, environment, probe.name)
    const is_own = found.is_of_row === true || (shared === null && (await foundAway(within, probe)))
    const name = is_own ? ownName(probe) : probe.name
    const known = await breakerOf(within, environment, name)
    const met_at_once = known !== null && (await isUnderWay(within, probe, Date.parse(known.until)))
    const tries = (known?.tries ?? 0) + (met_at_once ? 0 : 1)
    const own_ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10))
    const asked_until = at_ms + Math.max(found.retry_after_ms ?? (met_at_once ? 0 : own_ms), 0)
    const until_ms = met_at_once ? Math.max(asked_until, Date.parse(known.until)) : asked_until
    const until = new Date(until_ms).toISOString()
    const opened_at = known?.opened_at ?? new Date(at_ms).toISOString()
    const needs_person = found.needs_person === true
    const values = [environment, name, reason, opened_at, until, tries, needs_person ? 1 : 0]
    await within.sql.run(PUT, ...values)
    await noteAway(within, probe)
    return { environment, name, reason, opened_at, until, tries, needs_person }
  })
}

/** Whether the row was at work as others found the service missing: many at a time find it once, and not many times. */
async function isUnderWay(within: StoreTransaction, probe: Probe, until_ms: number): Promise<boolean> {
  return until_ms > within.now() && !(await foundAway(within, probe))
}

/** The name of a breaker that holds up one row alone. */
export function ownName({ name, row_id }: Pick<Probe, "name" | "row_id">): string {
  return `${name} for ${row_id}`
}

export async function passBreakers(
  store: OpenStore,
  needs: readonly Need[],
  id: string,
): ReturnType<JobStore["passBreakers"]> {
  const { now } = store
  const row_id = idOption("row_id", id)
  const probes = needs.map((need) => ({ ...need, row_id }))
  // Writes only when a breaker is open, which is rare.
  const any = await inTransaction(store, "read", (within) => metBy(within, probes))
  if (any.length === 0) return null
  return inTransaction(store, "write", async (within) => {
    const open = await metBy(within, probes)
    for (const { breaker, probe } of open) {
      const is_away = Date.parse(breaker.until) > now()
      if (is_away) await noteWaiting(within, probe)
      if (is_away) return breaker
      if (breaker.name === probe.name && !(await isTurnOf(within, probe)))
        return { ...breaker, is_turn_of_another: true }
    }
    const until = new Date(now() + FIRST_MS).toISOString()
    for (const { breaker, probe } of open) {
      const { environment, name } = breaker
      const update = "UPDATE breakers SET until = ?, looking_row = ? WHERE environment = ? AND name = ?"
      await within.sql.run(update, until, row_id, environment, name)
      await noteLook(within, probe)
    }
    return null
  })
}

/** For each probe the breaker of all rows, and the row's own. */
async function metBy(
  within: StoreTransaction,
  probes: readonly Probe[],
): Promise<readonly { readonly probe: Probe; readonly breaker: Breaker }[]> {
  const met = []
  for (const probe of probes) {
    for (const name of [probe.name, ownName(probe)]) {
      const breaker = await breakerOf(within, probe.environment, name)
      if (breaker !== null) met.push({ probe, breaker })
    }
  }
  return met
}

export async function closeBreaker(store: OpenStore, { environment, name }: Need, id: string): Promise<void> {
  const probe = { environment, name, row_id: idOption("row_id", id) }
  const isOpen = async (within: StoreTransaction) =>
    (await metBy(within, [probe])).length > 0 || (await foundAway(within, probe))
  if (!(await inTransaction(store, "read", isOpen))) return
  await inTransaction(store, "write", async (within) => {
    const names = [environment, name, ownName(probe)]
    await within.sql.run("DELETE FROM breakers WHERE environment = ? AND name IN (?, ?)", ...names)
    await noteBack(within, probe)
  })
}

export async function lookAgain(store: OpenStore, breakers: readonly Need[]): Promise<void> {
  const at_ms = store.now()
  const at = new Date(at_ms).toISOString()
  const lease_end = new Date(at_ms + FIRST_MS).toISOString()
  await inTransaction(store, "write", async ({ sql }) => {
    for (const { environment, name } of breakers)
      await sql.run(LOOK_AGAIN, at, environment, name, at, lease_end)
  })
}

async function breakerOf(
  { sql }: StoreTransaction,
  environment: string,
  name: string,
): Promise<Breaker | null> {
  const query = `SELECT ${COLUMNS} FROM breakers WHERE environment = ? AND name = ?`
  const found = await sql.get(query, environment, name)
  return found === undefined ? null : breakerSchema.parse(found)
}
