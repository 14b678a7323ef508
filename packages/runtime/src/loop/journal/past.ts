import type { RunResult } from "../../protocol/result.ts"
import type { JournalRecord, Position } from "./record.ts"

export type FinishedRecord = Extract<JournalRecord, { readonly type: "finished" }>

export interface Past {
  readonly records: number
  readonly last: Position
  readonly finished: ReadonlyMap<string, FinishedRecord & { readonly index: number }>
  /** Started and not finished, with the plan it made. */
  readonly in_doubt: ReadonlyMap<string, { readonly plan: unknown }>
}

const NOWHERE: Position = { events: 0, seq: 0, at_ms: 0 }

/** Whether a run with this end can be resumed: it was stopped from outside, met an error, or its model failed. */
export function canGoOn({ status, stop_reason }: Pick<RunResult, "status" | "stop_reason">): boolean {
  const stopped = status === "aborted" || status === "suspended"
  return stopped || stop_reason === "error" || isUnanswered(stop_reason)
}

function isUnanswered(stop_reason: RunResult["stop_reason"]): boolean {
  return stop_reason === "provider_error" || stop_reason === "circuit_breaker"
}

export function readPast(records: readonly JournalRecord[]): Past {
  const finished = new Map<string, FinishedRecord & { readonly index: number }>()
  const in_doubt = new Map<string, { readonly plan: unknown }>()
  let last: Position = NOWHERE
  for (const [index, record] of records.entries()) {
    last = record
    if (record.type === "started") in_doubt.set(record.key, { plan: record.plan })
    else if (record.type === "finished") {
      finished.set(record.key, { ...record, index })
      in_doubt.delete(record.key)
    } else if (record.type === "ended" && isUnanswered(record.result.stop_reason)) {
      last = { ...record, events: takeBackLastCall(finished, in_doubt) ?? record.events }
    }
  }
  return { records: records.length, last, finished, in_doubt }
}

/** The failed model call that ended the run is asked again; the records after it are dropped. */
function takeBackLastCall(
  finished: Map<string, FinishedRecord & { readonly index: number }>,
  in_doubt: Map<string, { readonly plan: unknown }>,
): number | null {
  // Waiting for the next try may have been cut off.
  in_doubt.clear()
  for (const [key, record] of [...finished].reverse()) {
    finished.delete(key)
    if (!/^turn:\d+\/model:/.test(key)) continue
    in_doubt.set(key, { plan: undefined })
    return record.events
  }
  return null
}
