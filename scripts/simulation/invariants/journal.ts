import type { Invariant } from "./invariant.ts"

export const journalIsInOrder: Invariant = {
  name: "the journal is in order",
  difference: ({ records }) => {
    const started = new Set<string>()
    const finished = new Set<string>()
    let last = { events: 0, seq: 0, at_ms: 0 }
    for (const [index, record] of records.entries()) {
      const where = `record ${index + 1}, ${record.type}`
      if ((index === 0) !== (record.type === "begun")) return `${where} at this place`
      if (record.seq < last.seq || record.at_ms < last.at_ms) return `${where} goes back in time`
      last = record.type === "snapshot" ? last : record
      if (record.type === "started") {
        if (started.has(record.key)) return `${where}: ${record.key} was started before`
        started.add(record.key)
      }
      if (record.type === "finished") {
        if (!started.has(record.key)) return `${where}: ${record.key} was never started`
        if (finished.has(record.key)) return `${where}: ${record.key} was finished before`
        finished.add(record.key)
      }
    }
    return null
  },
}
