import { nameOption } from "@proofloop/foundation/errors"
import { z } from "zod"
import type { OpenStore } from "./open_store_state.ts"
import { textOption } from "./options.ts"
import { requireRow } from "./rows.ts"
import { type Breaker, type Environment, ENVIRONMENTS, type JobStore, type Wait } from "./store.ts"

const waitSchema = z.object({
  row_id: z.string(),
  waits_for: z.string(),
  since: z.string(),
  look_at: z.string().nullable(),
  deadline: z.string().nullable(),
})

export async function setWait(
  store: OpenStore,
  id: string,
  wait: Omit<Wait, "since"> | null,
): Promise<Wait | null> {
  const { connection } = store
  const at = store.timestamp()
  const knownWait = () => {
    requireRow(store, id)
    const found = connection.get("SELECT * FROM waits WHERE row_id = ?", id)
    return found === undefined ? null : waitSchema.parse(found)
  }
  // Most steps come to no wait, and have none to take away: they write nothing.
  if (wait === null && (await connection.transaction("read", knownWait)) === null) return null
  return connection.transaction("write", () => {
    const known = knownWait()
    connection.run("DELETE FROM waits WHERE row_id = ?", id)
    if (wait === null) return null
    const since = known !== null && known.waits_for === wait.for ? known.since : at
    const { look_at, deadline } = wait
    connection.run("INSERT INTO waits VALUES (?, ?, ?, ?, ?)", id, wait.for, since, look_at, deadline)
    return { ...wait, since }
  })
}

export async function readWaits({ connection, kind }: OpenStore): Promise<ReadonlyMap<string, Wait>> {
  const query = "SELECT waits.* FROM waits JOIN jobs ON jobs.id = waits.row_id WHERE jobs.kind = ?"
  const rows = await connection.transaction("read", () =>
    z.array(waitSchema).parse(connection.all(query, kind.name)),
  )
  return new Map(rows.map(({ row_id, waits_for, ...wait }) => [row_id, { for: waits_for, ...wait }]))
}

const breakerSchema = z.object({
  environment: z.enum(ENVIRONMENTS),
  name: z.string(),
  reason: z.string(),
  opened_at: z.string(),
  until: z.string(),
  tries: z.number().int(),
})

const COLUMNS = breakerSchema.keyof().options.join(", ")
const MAX_NAME = 256
const MAX_REASON = 1000

/** The first wait, and the longest one. */
const FIRST_MS = 60_000
const LONGEST_MS = 3_600_000

export async function readBreakers({ connection }: OpenStore): Promise<readonly Breaker[]> {
  const query = `SELECT ${COLUMNS} FROM breakers ORDER BY opened_at, environment, name`
  return connection.transaction("read", () => z.array(breakerSchema).parse(connection.all(query)))
}

export async function openBreaker(
  store: OpenStore,
  found: Parameters<JobStore["openBreaker"]>[0],
): Promise<Breaker> {
  const { connection, now } = store
  const environment = nameOption("environment", found.environment, ENVIRONMENTS)
  const name = textOption("name", found.name, MAX_NAME)
  const reason = textOption("reason", found.reason.slice(0, MAX_REASON), MAX_REASON)
  const at_ms = now()
  return connection.transaction("write", () => {
    const known = breakerOf(store, environment, name)
    const tries = (known?.tries ?? 0) + 1
    const own_ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10))
    const until = new Date(at_ms + Math.max(found.retry_after_ms ?? own_ms, 0)).toISOString()
    const opened_at = known?.opened_at ?? new Date(at_ms).toISOString()
    const breaker = { environment, name, reason, opened_at, until, tries }
    connection.run(
      `INSERT OR REPLACE INTO breakers (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
      environment,
      name,
      reason,
      opened_at,
      until,
      tries,
    )
    return breaker
  })
}

export async function passBreakers(
  store: OpenStore,
  needs: readonly Pick<Breaker, "environment" | "name">[],
): Promise<Breaker | null> {
  const { connection, now } = store
  const at_ms = now()
  const met = () => needs.flatMap(({ environment, name }) => breakerOf(store, environment, name) ?? [])
  // Nothing is written where nothing is open, which is nearly always.
  if ((await connection.transaction("read", met)).length === 0) return null
  return connection.transaction("write", () => {
    const open = met()
    const closed = open.find(({ until }) => Date.parse(until) > at_ms)
    if (closed !== undefined) return closed
    for (const { environment, name } of open) {
      const until = new Date(at_ms + FIRST_MS).toISOString()
      connection.run(
        "UPDATE breakers SET until = ? WHERE environment = ? AND name = ?",
        until,
        environment,
        name,
      )
    }
    return null
  })
}

export async function closeBreaker(store: OpenStore, environment: Environment, name: string): Promise<void> {
  const { connection } = store
  const isOpen = () => breakerOf(store, environment, name) !== null
  if (!(await connection.transaction("read", isOpen))) return
  await connection.transaction("write", () =>
    connection.run("DELETE FROM breakers WHERE environment = ? AND name = ?", environment, name),
  )
}

function breakerOf({ connection }: OpenStore, environment: string, name: string): Breaker | null {
  const query = `SELECT ${COLUMNS} FROM breakers WHERE environment = ? AND name = ?`
  const found = connection.get(query, environment, name)
  return found === undefined ? null : breakerSchema.parse(found)
}
