import type { ResultPattern } from "./pattern.ts"

/** Edits rejected for the same reason, whatever was to be changed, nothing applied between. */
export const editRejected: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.edit_rejected_after
    if (threshold === null) return null
    let { key, count } = draft.memory.edit_rejected
    for (const result of results) {
      if (result.wrote) [key, count] = ["", 0]
      else if (result.rejection !== null) {
        count = result.rejection === key ? count + 1 : 1
        key = result.rejection
      }
    }
    const grew = count > draft.memory.edit_rejected.count
    draft.memory = { ...draft.memory, edit_rejected: { key, count } }
    if (!grew || count < threshold) return null
    return { pattern: "edit_rejected", escalation: "ladder", count, threshold, stop: count >= threshold * 2 }
  },
}
