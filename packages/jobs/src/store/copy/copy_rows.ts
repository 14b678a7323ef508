import { followers } from "../../table/table.ts"
import { insertApprovals } from "../approval_rows.ts"
import { checkHistory, type History, type KindOfStates } from "../chain.ts"
import type { Connection } from "../connection.ts"
import { historiesOf, pageAfter } from "../histories.ts"
import { placesFor } from "../of_rows.ts"
import { insertRows, selectRows, type StoredRow } from "../rows.ts"
import { corruptRow, StoreError } from "../store_error.ts"
import type { Transaction } from "../transaction.ts"

/** The sha256 of the last note of each row that is copied, by the rows' ids. */
export type Heads = ReadonlyMap<string, string>

interface Copying {
  readonly kinds: readonly KindOfStates[]
  /** Rows that ended before are left out; "": none. */
  readonly ended_after: string
  readonly names: { readonly source: Connection; readonly target: Connection }
}

export async function copyRows(
  from: Transaction,
  into: Transaction,
  { kinds, ended_after, names }: Copying,
): Promise<{ readonly heads: Heads; readonly done: number; readonly left_out: number }> {
  const heads = new Map<string, string>()
  const hasEnded = endedStates(kinds)
  let done = 0
  let left_out = 0
  for await (const page of pages(from)) {
    const there = await knownOf(into, page)
    const next: History[] = []
    for (const history of await historiesOf(from, page)) {
      const { row } = history
      const { sha256 } = checkHistory(history, kinds)
      const known = there.get(row.id)
      if (known !== undefined) {
        refuseOther(history, known, names)
        done += 1
      } else if (row.updated_at < ended_after && hasEnded(row)) left_out += 1
      else {
        heads.set(row.id, sha256)
        next.push(history)
      }
    }
    await insertRows(
      into,
      next.map(({ row }) => row),
    )
    await insertApprovals(
      into,
      next.flatMap(({ approvals }) => approvals),
    )
  }
  return { heads, done, left_out }
}

/** Checks what was written as it is read back. Throws StoreError `corrupt`. */
export async function checkCopied(
  into: Transaction,
  { heads, kinds }: { readonly heads: Heads; readonly kinds: readonly KindOfStates[] },
): Promise<void> {
  let seen = 0
  for await (const page of pages(into)) {
    const copied = page.filter(({ id }) => heads.has(id))
    for (const history of await historiesOf(into, copied)) {
      const { sha256 } = checkHistory(history, kinds)
      const { id, kind } = history.row
      if (sha256 !== heads.get(id)) throw corruptRow(kind, id, "it was copied with other notes")
    }
    seen += copied.length
  }
  if (seen !== heads.size) throw new StoreError("corrupt", `${seen} of ${heads.size} rows were copied`)
}

async function* pages(sql: Transaction): AsyncGenerator<readonly StoredRow[]> {
  for (let after = 0; ;) {
    const page = await pageAfter(sql, after)
    if (page === null) return
    yield page.rows
    after = page.last_number
  }
}

async function knownOf(into: Transaction, page: readonly StoredRow[]): Promise<ReadonlyMap<string, History>> {
  const ids = page.map(({ id }) => id)
  const rows = await selectRows(into, `WHERE id IN (${placesFor(ids)})`, ...ids)
  return new Map((await historiesOf(into, rows)).map((history) => [history.row.id, history]))
}

/** Throws StoreError `differs` unless both histories are one. */
function refuseOther(here: History, there: History, { source, target }: Copying["names"]): void {
  const { id, kind } = here.row
  const [own, other] = [here.notes.at(-1), there.notes.at(-1)]
  if (own !== undefined && own.sha256 === other?.sha256) return
  const goesOn = (earlier: History, later: History) =>
    later.notes[earlier.notes.length - 1]?.sha256 === earlier.notes.at(-1)?.sha256
  const how = goesOn(here, there)
    ? `it has gone on in ${target.path}`
    : goesOn(there, here)
      ? `it has gone on in ${source.path} since it was copied`
      : `${target.path} has another one of this id`
  throw new StoreError(
    "differs",
    `${kind} ${id}: ${how}, with ${there.notes.length} notes there and ${here.notes.length} in the source. Nothing was copied`,
    { row_id: id },
  )
}

function endedStates(kinds: readonly KindOfStates[]): (row: StoredRow) => boolean {
  const next = new Map(kinds.map(({ name, table }) => [name, followers(table)]))
  return ({ kind, state }) => next.get(kind)?.[state]?.length === 0
}
