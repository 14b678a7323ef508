import { knob, optionalInteger } from "../knob.ts"
import { number } from "../shape.ts"
import type { Draft } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { ResultPattern } from "./pattern.ts"

const IDLE_TURNS = memoryOf({ name: "idle_turns", shape: number, start: 0, over: "new_task" })

const knobs = {
  /** Turns in a row in which nothing ran: calls were refused or not understood; replies without a call count as well. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  nothing_started_after: knob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * Turns in a row in which no call started. A call that started resets the count, however it ended. Replies without a
 * call and unreadable replies count, and have patterns of their own that trip.
 */
export const nothingStarted: ResultPattern<typeof knobs> = {
  name: "nothing_started",
  confidence: "likely",
  knobs,
  memory: [IDLE_TURNS],
  says: (warning) =>
    `In ${warning.count} turns nothing ran that counts: calls were refused or not understood, or there were none. ` +
    "Read what the last one says is wrong with it, and send one call of a form that it accepts, or report what blocks you.",
  observe(draft, results, config) {
    const threshold = config.nothing_started_after
    if (threshold === null) return null
    const looked = results.filter(
      ({ call, observation }) =>
        !call.soft && !observation.running && !config.exempt_tools.includes(call.tool_name),
    )
    const last = looked.at(-1)
    if (last === undefined) return null
    const count = looked.every(({ did_nothing }) => did_nothing) ? recall(draft, IDLE_TURNS) + 1 : 0
    remember(draft, IDLE_TURNS, count)
    if (count < threshold || (count - threshold) % 2 !== 0) return null
    return { count, threshold, observed: last.observation }
  },
}

/** Counts a reply without a readable call that the host had not asked for. @requirement patterns.nothing_started */
export function countIdleReply(
  draft: Draft,
  config: { readonly nothing_started_after: number | null },
): void {
  if (config.nothing_started_after !== null) remember(draft, IDLE_TURNS, recall(draft, IDLE_TURNS) + 1)
}
