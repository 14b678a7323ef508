import type { JobStore } from "@proofloop/jobs"
import type { Approval, InboxItem, JobTypes } from "@proofloop/jobs/internal"
import type { InboxEntry, RowAction } from "../cockpit/sources/row_line.ts"
import { newestApproval } from "../jobs/answer.ts"
import type { Tone } from "../kit/tone.ts"

/** How the rows of one kind stand in the inbox. */
export interface EntryKind<Row> {
  readonly source: string
  /** The action that goes on with a row. */
  readonly goes_on: string
  readonly commandOf: (id: string) => string
  readonly titleOf: (row: Row) => string
  /** More than what the store says; null: nothing more. */
  readonly textOf: (row: Row, why: string) => string | null
  readonly actionsOf: (row: Row, approval: Approval | null) => readonly RowAction[]
}

export async function inboxEntry<Types extends JobTypes>(
  store: JobStore<Types>,
  { row_id, since, why, text }: InboxItem,
  kind: EntryKind<Types["row"]>,
): Promise<InboxEntry> {
  const common = { source: kind.source, row_id, since, why, text, tone: TONES[why] ?? "warn" }
  if (row_id === null) {
    const away = (await store.breakers()).find(({ opened_at }) => opened_at === since)
    const [first = null] = away?.needs_person === true ? away.row_ids : []
    const title = away === undefined ? "a service" : `${away.environment} ${away.name}`
    const waits = `It is tried again by itself from ${away?.until ?? "a later time"} on; ${away?.row_ids.length ?? 0} rows wait for it.`
    if (first === null) return { ...common, title, action: { ...WAIT, effect: waits } }
    const action: RowAction = {
      name: kind.goes_on,
      label: "Try it now",
      effect: `First give it what it lacks. Then a process of proofloop goes on with ${first}; the others follow once it is back.`,
      command: kind.commandOf(first),
      how: "start",
      seen: `away ${first}`,
    }
    return { ...common, row_id: first, title, action }
  }
  const row: Types["row"] = await store.get(row_id)
  const approval = row.state === "awaiting-approval" ? await newestApproval(store, row_id) : null
  const [action = WAIT] = kind.actionsOf(row, approval)
  const answer = approval?.answer ?? null
  return {
    ...common,
    title: kind.titleOf(row),
    text: kind.textOf(row, why) ?? text,
    action,
    ...(answer === null ? {} : { why: "answered", text: `the plan is ${answer}: it can go on` }),
  }
}

const WAIT: RowAction = {
  name: "wait",
  label: "It mends itself",
  effect: "It is tried again by itself.",
  command: "",
  how: "none",
  seen: "",
}

const TONES: Readonly<Record<string, Tone>> = {
  alarm: "bad",
  failed: "bad",
  "red CI": "bad",
  gone: "bad",
  away: "bad",
}
