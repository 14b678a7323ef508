import type { JournalRecord } from "../../packages/runtime/src/index.ts"

/** The records of a journal, read without the code under test. */
export function recordsOf(lines: readonly string[]): readonly JournalRecord[] {
  return lines.map((line) => JSON.parse(line) as JournalRecord)
}

export interface Doubt {
  readonly key: string
  readonly plan: unknown
}

/** Effects that were started and not finished. */
export function inDoubt(records: readonly JournalRecord[]): readonly Doubt[] {
  const open = new Map<string, Doubt>()
  for (const record of records) {
    if (record.type === "started") open.set(record.key, { key: record.key, plan: record.plan })
    if (record.type === "finished") open.delete(record.key)
  }
  return [...open.values()]
}

export function finishedKeys(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record) => (record.type === "finished" ? [record.key] : []))
}
