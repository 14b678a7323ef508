import type { LoopEvent } from "@proofloop/runtime"
import { firstOf, type Invariant } from "./invariant.ts"

export const readersSeeTheStream: Invariant = {
  name: "every reader sees the events, or is told how many it missed",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, readers, events, outcome }) =>
      firstOf(readers, (reader) => {
        const who = `life ${number}: the ${reader.kind} reader`
        let position = 0
        for (const event of reader.events) {
          if (event.type === "events_dropped") position += event.count
          else if (isSame(events[position], event)) position += 1
          else
            return `${who} gets ${event.seq} ${event.type} at place ${position}, not ${events[position]?.type}`
        }
        const must_see_all = outcome === "settled" && !reader.left
        return must_see_all && position < events.length
          ? `${who} sees ${position} of ${events.length} events`
          : null
      }),
    ),
}

function isSame(one: LoopEvent | undefined, other: LoopEvent): boolean {
  return one?.seq === other.seq && one.type === other.type
}
