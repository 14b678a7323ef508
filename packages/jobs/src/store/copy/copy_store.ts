import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import type { KindOfStates } from "../chain.ts"
import { checkOwners, checkPositions } from "../check_store.ts"
import { anyHolder } from "../claims.ts"
import type { Connection } from "../connection.ts"
import { heldBy } from "../holder.ts"
import { insertMany } from "../insert_many.ts"
import { NOTE_COLUMNS } from "../notes.ts"
import { openConnection, openKnown } from "../open_connection.ts"
import { StoreError } from "../store_error.ts"
import type { Transaction, Value } from "../transaction.ts"
import { copyBeside } from "./copy_beside.ts"
import { checkCopied, copyRows, type Heads } from "./copy_rows.ts"

export interface CopyOptions {
  /** The kinds of rows whose states are known. Rows of other kinds are copied as well, and never count as ended. */
  readonly kinds: readonly KindOfStates[]
  /** Leave out rows that ended more than so many days ago. Default: copy all. */
  readonly ended_within_days?: number | undefined
  /** Milliseconds; default the system's. */
  readonly now?: (() => number) | undefined
}

export interface CopiedStore {
  readonly from: string
  readonly to: string
  readonly rows: number
  readonly notes: number
  /** Rows that were there already, with the same history. */
  readonly done: number
  /** Rows that ended too long ago. */
  readonly left_out: number
  readonly memories: number
}

/**
 * Copies rows with all that belongs to them, but claims, into another store, made on demand: in one transaction. Both
 * are brought to the newest schema. Rows that both have with one history stay. Rejects with StoreError: `not_claimed`
 * while a process works on the source, `busy` when it is written to, `differs` for a row with another history, `corrupt`,
 * and as `openJobStore` does.
 */
export async function copyStore(
  from: string,
  to: string,
  { kinds, ended_within_days, now = Date.now }: CopyOptions,
): Promise<CopiedStore> {
  const days = numberOption("ended_within_days", ended_within_days ?? 0, 0, MAX_DAYS)
  const ended_after = ended_within_days === undefined ? "" : new Date(now() - days * DAY_MS).toISOString()
  const source = await openKnown(from, now, "from")
  try {
    const target = await openConnection(to, now, "to")
    try {
      await refuseSame(source, target)
      const copied = await target.transaction("write", async (into) => {
        const first = await lastPosition(into, target)
        const { heads, last_position, ...done } = await unpacked(
          onceInSource(source, (sql) =>
            copyAll(sql, passingOn(into), { source, target, kinds, ended_after, first, now }),
          ),
        )
        // A server ends a transaction that stands still, so that of the source is over.
        await checkCopied(into, { heads, kinds })
        await source.transaction("read", (sql) => refuseMoving(sql, source, { last_position, now }))
        return { rows: heads.size, ...done }
      })
      return { from: source.path, to: target.path, ...copied }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

const DAY_MS = 86_400_000
const MAX_DAYS = 36_500

interface Copying {
  readonly source: Connection
  readonly target: Connection
  readonly kinds: readonly KindOfStates[]
  readonly ended_after: string
  /** The last position of the target before. */
  readonly first: number
  readonly now: () => number
}

async function copyAll(
  from: Transaction,
  into: Transaction,
  { source, target, kinds, ended_after, first, now }: Copying,
): Promise<
  Omit<CopiedStore, "from" | "to" | "rows"> & { readonly heads: Heads; readonly last_position: number }
> {
  await refuseHeld(from, now)
  await checkOwners(from)
  await checkPositions(source, from)
  const last_position = await lastPosition(from, source)
  const { heads, done, left_out } = await copyRows(from, into, {
    kinds,
    ended_after,
    names: { source, target },
  })
  const notes = await copyNotes(from, into, { heads, target, first })
  const memories = await copyBeside(from, into, heads)
  return { heads, notes, done, left_out, memories, last_position }
}

/** What was written while an earlier reading broke off would stay in the target's transaction. */
async function onceInSource<Result>(
  source: Connection,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  let has_begun = false
  return source.transaction("read", async (sql) => {
    if (has_begun) {
      throw new StoreError(
        "io",
        `${source.path}: the connection broke while the store was read; nothing was copied`,
      )
    }
    has_begun = true
    return work(sql)
  })
}

async function refuseSame(source: Connection, target: Connection): Promise<void> {
  if ((await source.identity()) !== (await target.identity())) return
  throw new InvalidOptionError({ option: "to", expected: "another store", got: target.path })
}

async function refuseHeld(sql: Transaction, now: () => number): Promise<void> {
  const held = await anyHolder(sql, now())
  if (held === null) return
  const { row_id, kind, holder } = held
  throw new StoreError(
    "not_claimed",
    `${kind} ${row_id} is worked on${heldBy(holder)}; end that process first. Nothing was copied`,
    { row_id },
  )
}

/** A source that is worked on again has more than was read. */
async function refuseMoving(
  sql: Transaction,
  source: Connection,
  { last_position, now }: { readonly last_position: number; readonly now: () => number },
): Promise<void> {
  await refuseHeld(sql, now)
  if ((await lastPosition(sql, source)) === last_position) return
  throw new StoreError("busy", `${source.path}: it was written to while it was read; nothing was copied`)
}

async function lastPosition({ get }: Transaction, { dialect }: Connection): Promise<number> {
  return z.object({ given: z.number() }).parse(await get(`SELECT ${dialect.last_position} AS given`)).given
}

const PAGE = 500

const value = z.union([z.string(), z.number(), z.null()])
const placedSchema = z.array(z.looseObject({ position: z.number(), row_id: z.string() }).catchall(value))

/**
 * Writes the notes of the copied rows in the order in which they were made, so that they stand in one history with
 * what the target has. Resolves to how many there are.
 */
async function copyNotes(
  from: Transaction,
  into: Transaction,
  { heads, target, first }: { readonly heads: Heads; readonly target: Connection; readonly first: number },
): Promise<number> {
  if (heads.size === 0) return 0
  const { begin, end } = target.dialect.placing
  const query = `SELECT position, row_id, ${NOTE_COLUMNS.join(", ")} FROM notes WHERE position > ? ORDER BY position LIMIT ?`
  const names = ["position", "row_id", ...NOTE_COLUMNS]
  let last = first
  await into.exec(begin)
  for (let after = 0; ;) {
    const page = placedSchema.parse(await from.all(query, after, PAGE))
    const rows = page
      .filter(({ row_id }) => heads.has(row_id))
      .map((note): readonly Value[] => [(last += 1), ...names.slice(1).map((name) => note[name] ?? null)])
    await insertMany(into, `notes (${names.join(", ")})`, rows)
    const read_to = page.at(-1)?.position
    if (read_to === undefined) break
    after = read_to
  }
  await into.exec(end(last))
  return last - first
}

/** What a statement of the target threw. The transaction of the source, in which it ran, neither tells nor repeats it. */
class TargetFailure extends Error {}

/** Statements of the target, to run within a transaction of the source. */
function passingOn(into: Transaction): Transaction {
  return {
    get: (...statement) => packed(into.get(...statement)),
    all: (...statement) => packed(into.all(...statement)),
    run: (...statement) => packed(into.run(...statement)),
    exec: (sql) => packed(into.exec(sql)),
  }
}

async function packed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new TargetFailure("a statement of the target failed", { cause })
  }
}

/** Rejects with what the target's statement threw, for the transaction of the target. */
async function unpacked<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof TargetFailure ? error.cause : error
  }
}
