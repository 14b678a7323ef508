import { nameOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import { isAlive, newHolder } from "./holder.ts"
import { checkedHead } from "./notes.ts"
import { inTransaction, type OpenStore, type StoreTransaction } from "./open_store_state.ts"
import { idOption, objectOption } from "./options.ts"
import { asJob, requireRow } from "./rows.ts"
import type { ClaimHolder, ClaimOptions, JobRow } from "./store.ts"
import { StoreError } from "./store_error.ts"
import type { Transaction, Value } from "./transaction.ts"

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

/** A condition on rows, with its values. */
export type Condition = readonly [text: string, ...values: Value[]]

const FREE = `
  SELECT id, received_at, number FROM jobs
  WHERE %WANTED% AND NOT EXISTS (SELECT 1 FROM claims WHERE row_id = jobs.id)
  ORDER BY received_at, number LIMIT 1`

/** Few rows are claimed: a cross join begins with them (https://www.sqlite.org/optoverview.html#crossjoin). */
const CLAIMED = `
  SELECT id, received_at, number, token, pid, began, host, renewed_at_ms, claimed_at_ms
  FROM claims CROSS JOIN jobs
  WHERE jobs.id = claims.row_id AND %WANTED% ORDER BY received_at, number`

const PUT = `
  INSERT INTO claims (row_id, token, pid, began, host, renewed_at_ms, claimed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (row_id) DO UPDATE SET token = excluded.token, pid = excluded.pid, began = excluded.began,
    host = excluded.host, renewed_at_ms = excluded.renewed_at_ms, claimed_at_ms = excluded.claimed_at_ms`

export async function claimRow(
  store: OpenStore,
  states: readonly string[],
  options: ClaimOptions = {},
): Promise<JobRow | null> {
  const { held, kind } = store
  objectOption("options", options, ["id", "after", "repository"])
  const { id, after, repository } = options
  const names = states.map((state) => nameOption("states", state, kind.table.states))
  const job = await inTransaction(store, "write", async (within) => {
    if (id !== undefined) await requireRow(within, id)
    const place = after === undefined ? null : await placeOf(within, after)
    if (names.length === 0) return null
    const found = await oldest(within, [
      ["kind = ?", kind.name],
      [`state IN (${names.map(() => "?").join(", ")})`, ...names],
      ...(id === undefined ? [] : [["id = ?", id] as const]),
      ...(repository === undefined ? [] : [["(repository IS NULL OR repository = ?)", repository] as const]),
      ...(place === null
        ? []
        : [["(received_at, number) > (?, ?)", place.received_at, place.number] as const]),
    ])
    if (found === null) return null
    const row = await requireRow(within, found.id)
    await checkedHead(within, row.id)
    await putClaim(within, row.id)
    return asJob(kind, row)
  })
  if (job !== null) held.add(job.id)
  return job
}

/** The place of a row in the order of arrival, even if it cannot be read. */
export async function placeOf(
  { sql, kind }: StoreTransaction,
  id: unknown,
): Promise<Pick<Candidate, "received_at" | "number">> {
  const found = await sql.get(
    "SELECT id, received_at, number FROM jobs WHERE id = ? AND kind = ?",
    idOption("after", id),
    kind.name,
  )
  if (found !== undefined) return candidateSchema.parse(found)
  throw new StoreError("not_found", `after: there is no ${kind.name} ${String(id)}`, { row_id: String(id) })
}

export async function releaseRow(store: OpenStore, id: string): Promise<void> {
  idOption("id", id)
  await inTransaction(store, "write", ({ sql, holder }) =>
    sql.run("DELETE FROM claims WHERE row_id = ? AND token = ?", id, holder.token),
  )
  store.held.delete(id)
}

export async function releaseAll(store: OpenStore): Promise<void> {
  if (store.held.size === 0) return
  await inTransaction(store, "write", ({ sql, holder }) =>
    sql.run("DELETE FROM claims WHERE token = ?", holder.token),
  )
  store.held.clear()
}

/** Throws StoreError `not_claimed` when this store does not hold the row: the pending write relies on the claim. */
export async function refuseOthersRow(within: StoreTransaction, id: string): Promise<void> {
  const { holder, held, kind } = within
  const claim = await liveClaim(within, id)
  if (claim?.token === holder.token) return
  if (claim !== null) throw notClaimed(kind.name, id, `process ${claim.pid} works on it`)
  if (held.has(id)) throw notClaimed(kind.name, id, "another process has taken it over meanwhile")
}

export async function holderOf(store: OpenStore, id: string): Promise<ClaimHolder | null> {
  return inTransaction(store, "read", async (within) => {
    await requireRow(within, id)
    const claim = await liveClaim(within, id)
    return claim === null ? null : asHolder(claim)
  })
}

/** The first live claim of any kind of row, in the order of arrival; null without one. */
export async function anyHolder(
  { all }: Transaction,
  now_ms: number,
): Promise<{ readonly row_id: string; readonly kind: string; readonly holder: ClaimHolder } | null> {
  const query =
    "SELECT claims.*, jobs.kind FROM claims JOIN jobs ON jobs.id = claims.row_id ORDER BY jobs.number"
  const claims = z.array(claimSchema.extend({ row_id: z.string(), kind: z.string() })).parse(await all(query))
  const { host } = newHolder()
  const live = claims.find((claim) => isAlive(claim, host, now_ms))
  return live === undefined ? null : { row_id: live.row_id, kind: live.kind, holder: asHolder(live) }
}

export async function readHolders(store: OpenStore): Promise<ReadonlyMap<string, ClaimHolder>> {
  const { holder, now } = store
  const query = "SELECT claims.* FROM claims JOIN jobs ON jobs.id = claims.row_id WHERE jobs.kind = ?"
  const claims = await inTransaction(store, "read", async ({ sql, kind }) =>
    z.array(claimSchema.extend({ row_id: z.string() })).parse(await sql.all(query, kind.name)),
  )
  const live = claims.filter((claim) => isAlive(claim, holder.host, now()))
  return new Map(live.map((claim) => [claim.row_id, asHolder(claim)]))
}

function asHolder({ pid, host, claimed_at_ms }: z.infer<typeof claimSchema>): ClaimHolder {
  // The rest tells starts of the machine apart.
  return { pid, host: host.split(" ")[0] ?? "", since: new Date(claimed_at_ms).toISOString() }
}

/** The claim on a row, unless its holder is gone. */
async function liveClaim(
  { sql, holder, now }: StoreTransaction,
  id: string,
): Promise<z.infer<typeof claimSchema> | null> {
  const found = await sql.get(
    "SELECT token, pid, began, host, renewed_at_ms, claimed_at_ms FROM claims WHERE row_id = ?",
    id,
  )
  const claim = found === undefined ? null : claimSchema.parse(found)
  return claim !== null && isAlive(claim, holder.host, now()) ? claim : null
}

/** Renews this store's claim on a row; false when it has none, or another store took it over. */
export async function renewRow(store: OpenStore, id: string): Promise<boolean> {
  idOption("id", id)
  return inTransaction(store, "write", (within) => renewClaim(within, id))
}

/** The same within a transaction. */
export async function renewClaim({ sql, holder, held, now }: StoreTransaction, id: string): Promise<boolean> {
  if (!held.has(id)) return false
  const renewed = await sql.run(
    "UPDATE claims SET renewed_at_ms = ? WHERE row_id = ? AND token = ?",
    Math.trunc(now()),
    id,
    holder.token,
  )
  return renewed > 0
}

async function oldest(
  { sql, holder, now }: StoreTransaction,
  wanted: readonly Condition[],
): Promise<Candidate | null> {
  const condition = wanted.map(([text]) => text).join(" AND ")
  const values = wanted.flatMap(([, ...given]) => given)
  const found = await sql.get(FREE.replace("%WANTED%", condition), ...values)
  const unclaimed = found === undefined ? null : candidateSchema.parse(found)
  const abandoned = z
    .array(z.object({ ...candidateSchema.shape, ...claimSchema.shape }))
    .parse(await sql.all(CLAIMED.replace("%WANTED%", condition), ...values))
    .find((claim) => !isAlive(claim, holder.host, now()))
  if (unclaimed === null || abandoned === undefined) return unclaimed ?? abandoned ?? null
  return isBefore(unclaimed, abandoned) ? unclaimed : abandoned
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.received_at === b.received_at ? a.number < b.number : a.received_at < b.received_at
}

async function putClaim({ sql, holder, now }: StoreTransaction, id: string): Promise<void> {
  await sql.run(
    PUT,
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
