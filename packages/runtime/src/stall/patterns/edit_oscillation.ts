import { liveSlot } from "../fold.ts"
import { BOUNDS } from "../state.ts"
import type { ResultPattern } from "./pattern.ts"

const KEPT = 8

/** A file came back to content it had before, again and again, without a pass: edits that undo each other. */
export const editOscillation: ResultPattern = {
  observe(draft, results, config) {
    const threshold = config.edit_oscillation_after
    if (threshold === null) return null
    let count = 0
    let files = isCleared(draft.last_diagnostic_class, results) ? [] : [...draft.memory.files]
    for (const [path, hash] of results.flatMap((result) => result.file_hashes)) {
      const known = files.find((file) => file.path === path) ?? { path, hashes: [], returns: 0 }
      if (known.hashes.at(-1) === hash) continue
      const returned = known.hashes.includes(hash)
      const file = {
        path,
        hashes: [...known.hashes.filter((other) => other !== hash), hash].slice(-KEPT),
        returns: known.returns + (returned ? 1 : 0),
      }
      if (returned) count = Math.max(count, file.returns)
      files = [...files.filter((other) => other.path !== path), file].slice(-BOUNDS.signatures)
    }
    draft.memory = { ...draft.memory, files }
    if (count < threshold) return null
    return {
      pattern: "edit_oscillation",
      escalation: "ladder",
      count,
      threshold,
      slot: liveSlot(draft.slots) ?? undefined,
    }
  },
}

function isCleared(diagnostic_class: string, results: Parameters<ResultPattern["observe"]>[1]): boolean {
  return (
    diagnostic_class !== "fail" &&
    results.some((result) => result.evidence?.class === "pass" && result.role === "verification")
  )
}
