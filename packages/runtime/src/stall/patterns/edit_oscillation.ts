import { liveSlot } from "../fold.ts"
import { knob, optionalInteger } from "../knob.ts"
import type { SettledResult } from "../settled_result.ts"
import { list, number, record, text } from "../shape.ts"
import { BOUNDS } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"
import { evidence } from "./words.ts"

const FILES = memoryOf({
  name: "files",
  shape: list(record({ path: text, hashes: list(text), returns: number })),
  start: [],
  over: "progress",
})

const KEPT = 8

const knobs = {
  /** Times a file came back to earlier content while the check failed in the same way. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  edit_oscillation_after: knob([optionalInteger(1), null, 2], "proofloop"),
}

/** A file came back to content it had before, again and again, without a pass: edits that undo each other. */
export const editOscillation: ResultPattern<typeof knobs> = {
  name: "edit_oscillation",
  confidence: "certain",
  knobs,
  memory: [FILES],
  says: (warning) =>
    `A file is back at content it had before (so far ${warning.count} times).\n` +
    evidence("What fails meanwhile", warning) +
    "Do not go back and forth. Find out what both versions have wrong before editing again.",
  observe(draft, results, config) {
    const threshold = config.edit_oscillation_after
    if (threshold === null) return null
    let count = 0
    let files = isCleared(draft.last_diagnostic_class, results) ? [] : [...recall(draft, FILES)]
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
    remember(draft, FILES, files)
    if (count < threshold) return null
    return {
      count,
      threshold,
      slot: liveSlot(draft.slots) ?? undefined,
    }
  },
}

function isCleared(diagnostic_class: string, results: readonly SettledResult[]): boolean {
  return (
    diagnostic_class !== "fail" &&
    results.some((result) => result.evidence?.class === "pass" && result.role === "verification")
  )
}
