import type { LoopEvent } from "@proofloop/runtime"
import type { Chain } from "../chain.ts"
import type { Cut, Life } from "../life.ts"
import { REASONS } from "../stop_reasons.ts"
import { type Invariant, effectsOf, firstOf, grantedTurns } from "./invariant.ts"

export const everyLifeEnds: Invariant = {
  name: "every life ends, and nothing is thrown across the API",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, outcome, thrown }) => {
      if (thrown !== null) return `life ${number}: ${thrown}`
      return outcome === "hung" ? `life ${number} hangs: nothing is in flight and there is no result` : null
    }),
}

export const oneStopReason: Invariant = {
  name: "one stop reason",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, outcome, result, events, cut }) => {
      const began = cut?.kind !== "journal_failure" || cut.number > 0
      if (!began && events.length === 0) return null
      // Its end was recorded before the process died: there is a result and nothing to tell.
      if (number > 0 && result !== null && events.length === 0) return null
      // That a journal or trace cannot be written or closed may show after the end.
      const told = events.filter(
        (event) => event.type !== "host_callback_error" || !["journal", "trace"].includes(event.callback),
      )
      const ends = told.filter((event) => event.type === "run_end")
      const [end] = ends
      if (outcome === "died") return ends.length > 1 ? `life ${number} tells ${ends.length} ends` : null
      if (result === null || end === undefined || ends.length > 1 || told.at(-1) !== end)
        return `life ${number} tells ${ends.length} ends, and ${told.at(-1)?.type} last`
      const { status, stop_reason, verified } = result
      if (end.status !== status || end.stop_reason !== stop_reason || end.verified !== verified)
        return `run_end says ${end.status} ${end.stop_reason}, the result ${status} ${stop_reason}`
      return REASONS[status].includes(stop_reason) ? null : `${status} with the stop reason ${stop_reason}`
    }),
}

/** The one interruption that may lead to an ending: tools that are missing are none. */
const CAUSES: Readonly<Record<string, Cut["kind"]>> = {
  failed: "journal_failure",
  aborted: "abort",
  suspended: "suspend",
}

export const noErrorWithoutCause: Invariant = {
  name: "no failure, abort or suspension without a cause",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, result, cut }) =>
      result?.stop_reason !== "missing_required_tools" &&
      CAUSES[result?.status ?? ""] !== undefined &&
      cut?.kind !== CAUSES[result?.status ?? ""]
        ? `life ${number} is ${result?.status}: ${result?.error?.message ?? "nobody asked for that"}`
        : null,
    ),
}

export const noCallAfterTheEnd: Invariant = {
  name: "no call after the end",
  difference: (chain) => callAfter(chain, "result", ({ effects_at_result }) => effects_at_result),
}

export const noCallAfterAnAbort: Invariant = {
  name: "no call after an abort",
  difference: (chain) => callAfter(chain, "abort", ({ effects_at_abort }) => effects_at_abort),
}

function callAfter(chain: Chain, what: string, countAt: (life: Life) => number | null): string | null {
  return firstOf(chain.lives, (life) => {
    const late = effectsOf(chain, life).find(({ index }) => index >= (countAt(life) ?? Infinity))
    return late === undefined ? null : `${late.kind} ${late.name} begins after the ${what}`
  })
}

export const oneWrapup: Invariant = {
  name: "after the end one tool-less wrap-up",
  difference: ({ world }) => {
    const models = world.effects.filter(({ kind, facts }) => kind === "model" && facts["tools"] !== undefined)
    const wrong = models.find(({ name, facts }) => (facts["tools"] === 0) !== (name === "none"))
    if (wrong !== undefined)
      return `a model call with tool_choice ${wrong.name} and ${String(wrong.facts["tools"])} tools`
    const calls = world.effects.filter(({ is_lost }) => !is_lost)
    const wrapup = calls.findIndex(({ kind, name }) => kind === "model" && name === "none")
    const after = wrapup < 0 ? [] : calls.slice(wrapup + 1)
    return after[0] === undefined ? null : `${after[0].kind} ${after[0].name} after the wrap-up`
  },
}

export const noTurnAfterExhaustion: Invariant = {
  name: "no turn after a budget is exhausted",
  difference: (chain) => turnAfter(chain, "budget_exhausted", ({ type }) => type === "budget_exhausted"),
}

export const noDispatchAfterAHardStop: Invariant = {
  name: "no call after a hard stop",
  difference: (chain) =>
    turnAfter(
      chain,
      "the hard stop",
      (event) => event.type === "iteration_end" && event.skip_reason === "thrash_hard_stop",
    ),
}

/** A turn or call that begins after an event; granted turns lift what it says. */
function turnAfter({ lives }: Chain, what: string, isLast: (event: LoopEvent) => boolean): string | null {
  return firstOf(lives, ({ number, events }) => {
    let is_over = false
    return firstOf(events, (event) => {
      if (isLast(event)) is_over = true
      if (grantedTurns(event) > 0) is_over = false
      return is_over && (event.type === "iteration_start" || event.type === "tool_call_start")
        ? `life ${number}: ${event.type} ${event.seq} after ${what}`
        : null
    })
  })
}
