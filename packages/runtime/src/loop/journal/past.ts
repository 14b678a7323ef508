import { machineVersion, type RunState } from "../../machines/run_state.ts"
import type { JournalRecord, Position } from "./record.ts"

export type FinishedRecord = Extract<JournalRecord, { readonly type: "finished" }>

/** What a journal says of a run so far, from the last snapshot that fits this machine. */
export interface Past {
  readonly records: number
  /** Where the replay starts. */
  readonly start: Position
  /** Where the journal ends. */
  readonly last: Position
  readonly restored: RunState | null
  readonly finished: ReadonlyMap<string, FinishedRecord & { readonly index: number }>
  /** Started and not finished, with the plan that was made. */
  readonly in_doubt: ReadonlyMap<string, { readonly plan: unknown }>
}

const nowhere: Position = { events: 0, seq: 0, at_ms: 0 }

export function readPast(records: readonly JournalRecord[]): Past {
  const snapshot = records.findLastIndex(
    (record) => record.type === "snapshot" && record.machine === machineVersion,
  )
  const from = records[snapshot]
  const finished = new Map<string, FinishedRecord & { readonly index: number }>()
  const in_doubt = new Map<string, { readonly plan: unknown }>()
  records.slice(snapshot + 1).forEach((record, index) => {
    if (record.type === "started") in_doubt.set(record.key, { plan: record.plan })
    if (record.type !== "finished") return
    finished.set(record.key, { ...record, index })
    in_doubt.delete(record.key)
  })
  return {
    records: records.length,
    start: from ?? nowhere,
    last: records.at(-1) ?? nowhere,
    restored: from?.type === "snapshot" ? from.run : null,
    finished,
    in_doubt,
  }
}
