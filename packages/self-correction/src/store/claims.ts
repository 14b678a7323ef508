import { nameOption } from "@proofloop/foundation/errors"
import { z } from "zod"
import { type Feedback, FEEDBACK_STATES, type FeedbackState } from "../feedback/feedback.ts"
import { asFeedback, requireRow } from "./feedback_rows.ts"
import { checkedHead } from "./history.ts"
import { isAlive } from "./holder.ts"
import type { OpenStore } from "./open_store_state.ts"
import { idOption } from "./options.ts"
import { StoreError } from "./store_error.ts"

const candidateSchema = z.object({ id: z.string(), received_at: z.string(), number: z.number() })

const claimSchema = z.object({
  token: z.string(),
  pid: z.number(),
  began: z.string().nullable(),
  host: z.string(),
  renewed_at_ms: z.number(),
})

type Candidate = z.infer<typeof candidateSchema>

const WANTED = `
  state IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?)) AND (?3 IS NULL OR id = ?3)`

const FREE = `
  SELECT id, received_at, number FROM feedback
  WHERE ${WANTED} AND NOT EXISTS (SELECT 1 FROM claims WHERE feedback_id = feedback.id)
  ORDER BY received_at, number LIMIT 1`

const CLAIMED = `
  SELECT id, received_at, number, token, pid, began, host, renewed_at_ms
  FROM claims JOIN feedback ON feedback.id = claims.feedback_id
  WHERE ${WANTED} ORDER BY received_at, number`

export async function claimFeedback(
  store: OpenStore,
  states: readonly FeedbackState[],
  { id, except = [] }: { readonly id?: string; readonly except?: readonly string[] } = {},
): Promise<Feedback | null> {
  const { connection, held } = store
  const names = states.map((state) => nameOption("states", state, FEEDBACK_STATES))
  const passed_over = except.map((passed) => idOption("except", passed))
  const feedback = await connection.transaction("write", () => {
    if (id !== undefined) requireRow(connection, id)
    const found = oldest(store, [JSON.stringify(names), JSON.stringify(passed_over), id ?? null])
    if (found === null) return null
    const row = requireRow(connection, found.id)
    checkedHead(connection, row.id)
    putClaim(store, row.id)
    return asFeedback(row)
  })
  if (feedback !== null) held.add(feedback.id)
  return feedback
}

export async function releaseFeedback({ connection, holder, held }: OpenStore, id: string): Promise<void> {
  idOption("id", id)
  await connection.transaction("write", () => {
    connection.run("DELETE FROM claims WHERE feedback_id = ? AND token = ?", id, holder.token)
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
 * Throws StoreError `not_claimed` when another open store works on the row, or when this one did and lost it: what it is
 * about to write rests on what it no longer has.
 */
export function refuseOthersRow({ connection, holder, held, now }: OpenStore, id: string): void {
  const found = connection.get(
    "SELECT token, pid, began, host, renewed_at_ms FROM claims WHERE feedback_id = ?",
    id,
  )
  const claim = found === undefined ? null : claimSchema.parse(found)
  if (claim?.token === holder.token) return
  if (claim !== null && isAlive(claim, holder.host, now())) {
    throw notClaimed(id, `process ${claim.pid} works on it`)
  }
  if (held.has(id)) throw notClaimed(id, "another process has taken it over meanwhile")
}

export function renewClaim({ connection, holder, held, now }: OpenStore, id: string): void {
  if (!held.has(id)) return
  connection.run(
    "UPDATE claims SET renewed_at_ms = ? WHERE feedback_id = ? AND token = ?",
    Math.trunc(now()),
    id,
    holder.token,
  )
}

type Wanted = readonly [states: string, except: string, id: string | null]

function oldest({ connection, holder, now }: OpenStore, values: Wanted): Candidate | null {
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
    `INSERT OR REPLACE INTO claims (feedback_id, token, pid, began, host, renewed_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
    id,
    holder.token,
    holder.pid,
    holder.began,
    holder.host,
    Math.trunc(now()),
  )
}

function notClaimed(id: string, what: string): StoreError {
  return new StoreError("not_claimed", `feedback ${id}: ${what}`, { feedback_id: id })
}
