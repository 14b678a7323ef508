import { isUnanswered } from "../journal_lines.ts"
import type { Invariant } from "./invariant.ts"

export const journalIsInOrder: Invariant = {
  name: "the journal is in order",
  difference: ({ records }) => {
    const started = new Set<string>()
    let finished: readonly string[] = []
    let last = { events: 0, seq: 0, at_ms: 0 }
    for (const [index, record] of records.entries()) {
      const where = `record ${index + 1}, ${record.type}`
      if ((index === 0) !== (record.type === "begun")) return `${where} at this place`
      if (record.seq < last.seq || record.at_ms < last.at_ms) return `${where} goes back in time`
      last = record
      if (record.type === "started") {
        if (started.has(record.key)) return `${where}: ${record.key} was started before`
        started.add(record.key)
      }
      // The call that nobody answered is asked again; what came after it did not happen.
      if (record.type === "ended" && isUnanswered(record.result)) {
        const last = finished.findLastIndex((key) => key.includes("/model:"))
        const undone = last < 0 ? [] : finished.slice(last)
        finished = finished.filter((key) => !undone.includes(key))
        const unanswered = undone[0]
        if (unanswered !== undefined) forgetAfter(started, unanswered)
      }
      if (record.type === "finished") {
        if (!started.has(record.key)) return `${where}: ${record.key} was never started`
        if (finished.includes(record.key)) return `${where}: ${record.key} was finished before`
        finished = [...finished, record.key]
      }
    }
    return null
  },
}

/** What was started after the call, finished or not. */
function forgetAfter(started: Set<string>, call: string): void {
  const keys = [...started]
  for (const key of keys.slice(keys.indexOf(call) + 1)) started.delete(key)
}
