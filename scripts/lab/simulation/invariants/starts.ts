import type { LoopEvent } from "@proofloop/runtime"
import type { Chain } from "../chain.ts"
import type { Life } from "../life.ts"
import { isNumbered, type Invariant } from "./invariant.ts"

/** What an event opens or closes, if it does either. */
function pairOf(event: LoopEvent): { readonly what: string; readonly opens: boolean } | null {
  switch (event.type) {
    case "run_start":
    case "run_end":
      return { what: "run", opens: event.type === "run_start" }
    case "iteration_start":
    case "iteration_end":
      return { what: "iteration", opens: event.type === "iteration_start" }
    case "model_call_start":
    case "model_call_end":
      return { what: `model call ${event.purpose}`, opens: event.type === "model_call_start" }
    case "tool_call_start":
    case "tool_call_end":
      return { what: `tool call ${event.call_id}`, opens: event.type === "tool_call_start" }
    case "verification_start":
    case "verification_end":
      return { what: `verification ${event.trigger}`, opens: event.type === "verification_start" }
    default:
      return null
  }
}

/**
 * What is open at a life's result has got its end. What an earlier life opened may end in this one: a second time if an
 * abort closed it and the run went on.
 */
export const everyStartHasItsEnd: Invariant = {
  name: "every start has its end",
  difference: (chain) => {
    const opened_before = new Set<string>()
    const unclosed = new Map<string, number>()
    for (const life of chain.lives) {
      const { number, events, outcome } = life
      const open = new Set<string>()
      const may_end = new Set(opened_before)
      for (const event of events) {
        const pair = pairOf(event)
        if (pair === null) continue
        const { what, opens } = pair
        const where = `life ${number}: ${event.type} ${event.seq}, ${what}`
        if (opens) {
          if (open.has(what)) return `${where} is open already`
          open.add(what)
          unclosed.set(what, event.seq)
          opened_before.add(what)
        } else {
          if (!open.delete(what) && !may_end.delete(what)) return `${where} was never opened`
          unclosed.delete(what)
        }
      }
      // A run stopped before it stood where it had died has not taken up what was open there.
      if (outcome === "settled" && !isStoppedInReplay(life) && unclosed.size > 0)
        return `life ${number} leaves open: ${[...unclosed.keys()].join(", ")}`
      // What no record followed is opened again, unless the run takes another course.
      for (const [what, seq] of unclosed) if (seq > lastKept(chain, life)) unclosed.delete(what)
    }
    return null
  },
}

export const numbersAreGapless: Invariant = {
  name: "events are numbered 1, 2, 3",
  difference: (chain) => {
    let highest = 0
    for (const life of chain.lives) {
      const { number, events, cut } = life
      const numbered = events.filter(isNumbered)
      const [first] = numbered
      if (first !== undefined && first.seq > highest + 1)
        return `life ${number} begins with ${first.seq} after ${highest}`
      for (const [index, event] of numbered.entries()) {
        const previous = numbered[index - 1]
        if (previous !== undefined && event.seq !== previous.seq + 1)
          return `life ${number}: ${event.type} ${event.seq} follows ${previous.seq}`
      }
      // A journal that failed knows only of what was told before it did.
      highest = Math.max(
        highest,
        cut?.kind === "journal_failure" ? lastKept(chain, life) : (numbered.at(-1)?.seq ?? 0),
      )
    }
    return null
  },
}

/** Aborted or suspended before it had anything new to tell. */
function isStoppedInReplay({ number, cut, events }: Life): boolean {
  return (
    number > 0 && isStopped(cut) && !events.slice(0, cut?.number).some(({ type }) => type === "run_resumed")
  )
}

function isStopped(cut: Life["cut"]): boolean {
  return cut?.kind === "abort" || cut?.kind === "suspend"
}

/** The highest number the journal knows of when a life is over. */
function lastKept({ records }: Chain, { lines_after }: Life): number {
  return records[lines_after - 1]?.seq ?? 0
}

export const toldAgainAlike: Invariant = {
  name: "an event told again is the same event",
  difference: (chain) => {
    const told = new Map<number, string>()
    let kept = 0
    let is_timed_out = false
    for (const life of chain.lives) {
      const { number, events, cut } = life
      // What no record followed is unknown to a run that is stopped then, or was by its deadline, and takes another course.
      if (isStopped(cut) || is_timed_out) for (const seq of told.keys()) if (seq > kept) told.delete(seq)
      for (const event of events.filter(isNumbered)) {
        const before = told.get(event.seq)
        if (before !== undefined && before !== event.type)
          return `life ${number}: ${event.seq} is ${event.type}, before it was ${before}`
      }
      const last = lastKept(chain, life)
      for (const { seq, type } of events.filter(isNumbered)) {
        if (cut?.kind !== "journal_failure" || seq <= last) told.set(seq, type)
      }
      kept = last
      is_timed_out = events.some((event) => event.type === "budget_exhausted" && event.kind === "wall_clock")
    }
    return null
  },
}
