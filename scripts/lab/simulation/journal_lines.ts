import type { RunResult } from "@proofloop/runtime"
import type { JournalRecord } from "@proofloop/runtime/internal/journal"

/** The records of a journal, read without the code under test. */
export function recordsOf(lines: readonly string[]): readonly JournalRecord[] {
  return lines.map((line) => JSON.parse(line) as JournalRecord)
}

/** Nobody answered the model calls of the run: when it goes on, the last one is asked again. */
export function isUnanswered({ stop_reason }: Pick<RunResult, "stop_reason">): boolean {
  return stop_reason === "provider_error" || stop_reason === "circuit_breaker"
}

export interface Doubt {
  readonly key: string
  readonly plan: unknown
}

/** Effects that were started and not finished. */
export function inDoubt(records: readonly JournalRecord[]): readonly Doubt[] {
  const open = new Map<string, Doubt>()
  let last_call: string | null = null
  for (const record of records) {
    if (record.type === "started") open.set(record.key, { key: record.key, plan: record.plan })
    if (record.type === "finished") {
      open.delete(record.key)
      if (record.key.includes("/model:")) last_call = record.key
    }
    if (record.type === "ended" && isUnanswered(record.result) && last_call !== null)
      open.set(last_call, { key: last_call, plan: null })
  }
  return [...open.values()]
}

export function finishedKeys(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record) => (record.type === "finished" ? [record.key] : []))
}
