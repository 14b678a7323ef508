import { nameOption } from "@proofloop/foundation/errors"
import { z } from "zod"
import type { Value } from "./connection.ts"
import { isAlive } from "./holder.ts"
import { checkedHead } from "./notes.ts"
import type { OpenStore } from "./open_store_state.ts"
import { idOption, objectOption } from "./options.ts"
import { asJob, requireRow } from "./rows.ts"
import type { ClaimHolder, ClaimOptions, JobRow } from "./store.ts"
import { StoreError } from "./store_error.ts"

const candidateSchema = z.object({ id: z.string(), received_at: z.string(), number: z.number() })

const claimSchema = z.object({
  token: z.string(),
  pid: z.number(),
  began: z.string().nullable(),
  host: z.string(),
  renewed_at_ms: z.number(),
  claimed_at_ms: z.number(),
})

type Candidate = z.infer<typeof candidateSchema>

/** Kind, states, one id, one repository, and the place in the order of arrival to start after. */
const WANTED = `
  kind = ?1 AND state IN (SELECT value FROM json_each(?2)) AND (?3 IS NULL OR id = ?3)
  AND (?4 IS NULL OR repository IS NULL OR repository = ?4)
  AND (?5 IS NULL OR received_at > ?5 OR (received_at = ?5 AND number > ?6))`

const FREE = `
  SELECT id, received_at, number FROM jobs
  WHERE ${WANTED} AND NOT EXISTS (SELECT 1 FROM claims WHERE row_id = jobs.id)
  ORDER BY received_at, number LIMIT 1`

const CLAIMED = `
  SELECT id, received_at, number, token, pid, began, host, renewed_at_ms, claimed_at_ms
  FROM claims JOIN jobs ON jobs.id = claims.row_id
  WHERE ${WANTED} ORDER BY received_at, number`

export async function claimRow(
  store: OpenStore,
  states: readonly string[],
  options: ClaimOptions = {},
): Promise<JobRow | null> {
  const { connection, held, kind } = store
  objectOption("options", options, ["id", "after", "repository"])
  const { id, after, repository } = options
  const names = states.map((state) => nameOption("states", state, kind.table.states))
  const job = await connection.transaction("write", () => {
    if (id !== undefined) requireRow(store, id)
    const { received_at, number } = after === undefined ? NO_PLACE : placeOf(store, after)
    const values = [kind.name, JSON.stringify(names), id ?? null, repository ?? null, received_at, number]
    const found = oldest(store, values)
    if (found === null) return null
    const row = requireRow(store, found.id)
    checkedHead(store, row.id)
    putClaim(store, row.id)
    return asJob(kind, row)
  })
  if (job !== null) held.add(job.id)
  return job
}

const NO_PLACE = { received_at: null, number: null }

/** The place of a row in the order of arrival, even if it cannot be read. */
export function placeOf(
  { connection, kind }: OpenStore,
  id: unknown,
): Pick<Candidate, "received_at" | "number"> {
  const found = connection.get(
    "SELECT id, received_at, number FROM jobs WHERE id = ? AND kind = ?",
    idOption("after", id),
    kind.name,
  )
  if (found !== undefined) return candidateSchema.parse(found)
  throw new StoreError("not_found", `after: there is no ${kind.name} ${String(id)}`, { row_id: String(id) })
}

export async function releaseRow({ connection, holder, held }: OpenStore, id: string): Promise<void> {
  idOption("id", id)
  await connection.transaction("write", () => {
    connection.run("DELETE FROM claims WHERE row_id = ? AND token = ?", id, holder.token)
  })
  held.delete(id)
}

export async function releaseAll({ connection, holder, held }: OpenStore): Promise<void> {
  if (held.size === 0) return
  await connection.transaction("write", () => {
    connection.run("DELETE FROM claims WHERE token = ?", holder.token)
  })
  held.clear()
}

/**
 * Throws StoreError `not_claimed` when another open store holds the row, or this one has lost it: the pending write
 * relies on a lost claim.
 */
export function refuseOthersRow(store: OpenStore, id: string): void {
  const { holder, held, kind } = store
  const claim = liveClaim(store, id)
  if (claim?.token === holder.token) return
  if (claim !== null) throw notClaimed(kind.name, id, `process ${claim.pid} works on it`)
  if (held.has(id)) throw notClaimed(kind.name, id, "another process has taken it over meanwhile")
}

export async function holderOf(store: OpenStore, id: string): Promise<ClaimHolder | null> {
  return store.connection.transaction("read", () => {
    requireRow(store, id)
    const claim = liveClaim(store, id)
    return claim === null ? null : asHolder(claim)
  })
}

export async function readHolders({
  connection,
  holder,
  kind,
  now,
}: OpenStore): Promise<ReadonlyMap<string, ClaimHolder>> {
  const query = "SELECT claims.* FROM claims JOIN jobs ON jobs.id = claims.row_id WHERE jobs.kind = ?"
  const claims = await connection.transaction("read", () =>
    z.array(claimSchema.extend({ row_id: z.string() })).parse(connection.all(query, kind.name)),
  )
  const live = claims.filter((claim) => isAlive(claim, holder.host, now()))
  return new Map(live.map((claim) => [claim.row_id, asHolder(claim)]))
}

function asHolder({ pid, host, claimed_at_ms }: z.infer<typeof claimSchema>): ClaimHolder {
  // The rest tells starts of the machine apart.
  return { pid, host: host.split(" ")[0] ?? "", since: new Date(claimed_at_ms).toISOString() }
}

/** The claim on a row, unless its holder is gone. */
function liveClaim({ connection, holder, now }: OpenStore, id: string): z.infer<typeof claimSchema> | null {
  const found = connection.get(
    "SELECT token, pid, began, host, renewed_at_ms, claimed_at_ms FROM claims WHERE row_id = ?",
    id,
  )
  const claim = found === undefined ? null : claimSchema.parse(found)
  return claim !== null && isAlive(claim, holder.host, now()) ? claim : null
}

/** Renews this store's claim on a row; false when it has none, or another store took it over. */
export async function renewRow(store: OpenStore, id: string): Promise<boolean> {
  idOption("id", id)
  return store.connection.transaction("write", () => renewClaim(store, id))
}

/** The same within a transaction. */
export function renewClaim({ connection, holder, held, now }: OpenStore, id: string): boolean {
  if (!held.has(id)) return false
  const renewed = connection.run(
    "UPDATE claims SET renewed_at_ms = ? WHERE row_id = ? AND token = ?",
    Math.trunc(now()),
    id,
    holder.token,
  )
  return renewed > 0
}

function oldest({ connection, holder, now }: OpenStore, values: readonly Value[]): Candidate | null {
  const found = connection.get(FREE, ...values)
  const unclaimed = found === undefined ? null : candidateSchema.parse(found)
  const abandoned = z
    .array(z.object({ ...candidateSchema.shape, ...claimSchema.shape }))
    .parse(connection.all(CLAIMED, ...values))
    .find((claim) => !isAlive(claim, holder.host, now()))
  if (unclaimed === null || abandoned === undefined) return unclaimed ?? abandoned ?? null
  return isBefore(unclaimed, abandoned) ? unclaimed : abandoned
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.received_at === b.received_at ? a.number < b.number : a.received_at < b.received_at
}

function putClaim({ connection, holder, now }: OpenStore, id: string): void {
  connection.run(
    `INSERT OR REPLACE INTO claims (row_id, token, pid, began, host, renewed_at_ms, claimed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    holder.token,
    holder.pid,
    holder.began,
    holder.host,
    Math.trunc(now()),
    Math.trunc(now()),
  )
}

function notClaimed(kind: string, id: string, what: string): StoreError {
  return new StoreError("not_claimed", `${kind} ${id}: ${what}`, { row_id: id })
}
