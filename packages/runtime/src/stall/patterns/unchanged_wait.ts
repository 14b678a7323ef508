import { knob, optionalInteger } from "../knob.ts"
import { hasWaited } from "../poll.ts"
import { list, number, record, text } from "../shape.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"
import { shownName } from "./words.ts"

const MOST_WAITS = 8

/** What polls answered last, and how often in a row. */
const WAITS = memoryOf({
  name: "waits",
  shape: list(record({ action: text, key: text, count: number })),
  start: [],
  over: "new_task",
})

const knobs = {
  /** Equal answers of one poll, or of a call to something that still runs, before a nudge. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `10`. */
  unchanged_wait_after: knob([optionalInteger(2), null, 10], "proofloop"),
}

/**
 * Waiting is no repeat, but what it waits for may hang. Equal answers of one call are counted while nothing but waiting
 * happens. Trips again after as many. Never part of a hard stop.
 * @requirement patterns.unchanged_wait
 */
export const unchangedWait: ResultPattern<typeof knobs> = {
  name: "unchanged_wait",
  confidence: "hint",
  knobs,
  memory: [WAITS],
  says: (warning) =>
    `${shownName(warning.tool_name)} has given the same answer ${warning.count} times while it was waited for. ` +
    "If that should have changed by now, find out whether what you wait for still works, or end it.",
  observe(draft, results, config) {
    const threshold = config.unchanged_wait_after
    if (threshold === null) return null
    let waits = recall(draft, WAITS)
    let due: (typeof waits)[number] | null = null
    let observed = null
    for (const { call, ok, observation, ran } of results) {
      const { action, key, running } = observation
      if (!running && !hasWaited(call, ok)) {
        waits = []
        continue
      }
      if (ran?.is_silent === true) continue
      const known = waits.find((other) => other.action === action)
      const wait = { action, key, count: known?.key === key ? known.count + 1 : 1 }
      waits = [...waits.filter((other) => other !== known), wait].slice(-MOST_WAITS)
      if (wait.count % threshold === 0) [due, observed] = [wait, observation]
    }
    remember(draft, WAITS, waits)
    return due === null || observed === null
      ? null
      : { count: due.count, threshold, observed, escalation: "own" }
  },
}
