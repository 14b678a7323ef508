import { knob, optionalInteger } from "../knob.ts"
import { number, record, text } from "../shape.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"
import { quoted } from "./words.ts"

const REJECTIONS = memoryOf({
  name: "edit_rejected",
  shape: record({ key: text, count: number }),
  start: { key: "", count: 0 },
  over: "progress",
})

const knobs = {
  /** Edits in a row rejected for the same reason. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  edit_rejected_after: knob([optionalInteger(2), null, 3], "proofloop"),
}

/** Edits rejected for the same reason, whatever was to be changed, nothing applied between. */
export const editRejected: ResultPattern<typeof knobs> = {
  name: "edit_rejected",
  confidence: "certain",
  knobs,
  memory: [REJECTIONS],
  observe(draft, results, config) {
    const threshold = config.edit_rejected_after
    if (threshold === null) return null
    let { key, count } = recall(draft, REJECTIONS)
    let reason = ""
    for (const result of results) {
      if (result.wrote) [key, count] = ["", 0]
      else if (result.rejection !== null) {
        count = result.rejection.key === key ? count + 1 : 1
        key = result.rejection.key
        reason = result.rejection.says
      }
    }
    const grew = count > recall(draft, REJECTIONS).count
    remember(draft, REJECTIONS, { key, count })
    if (!grew || count < threshold) return null
    const says = (): string =>
      `${count} edits failed for the same reason, and none was applied in between.\n` +
      quoted("The last one was told", reason) +
      "Read the file again and base the edit on what is really there."
    return { count, threshold, stop: count >= threshold * 2, says }
  },
}
