import type { LoopEvent } from "@proofloop/runtime"
import type { Chain } from "../chain.ts"
import type { Life } from "../life.ts"
import type { Plan } from "../plan.ts"
import type { Effect } from "../world.ts"

/** What an invariant looks at: the histories of one seed, from outside. */
export interface Observation {
  readonly plan: Plan
  readonly undisturbed: Chain
  readonly disturbed: Chain | null
  readonly coverage: Set<string>
}

/** A promise about every run, checked on its events, its results, its journal and the world; null where it is kept. */
export interface Invariant {
  readonly name: string
  readonly difference: (chain: Chain, observation: Observation) => string | null
}

/** The first difference found in a list of things. */
export function firstOf<T>(items: readonly T[], difference: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = difference(item)
    if (found !== null) return found
  }
  return null
}

/** The effects of one life, in order. */
export function effectsOf({ world }: Chain, { number }: Life): readonly Effect[] {
  return world.effects.filter(({ life }) => life === number)
}

/** The run's numbered events over all lives, each number once, in order. What no record follows may be told otherwise again. */
export function courseOf({ lives }: Chain): readonly LoopEvent[] {
  const told = new Map<number, LoopEvent>()
  for (const { events } of lives) {
    for (const event of events) if (isNumbered(event)) told.set(event.seq, event)
  }
  return [...told.values()].toSorted((one, other) => one.seq - other.seq)
}

export function isNumbered({ type }: LoopEvent): boolean {
  return type !== "run_resumed" && type !== "model_delta"
}

/** The turns that a verification, or the host, grants a run that was about to end. */
export function grantedTurns(event: LoopEvent): number {
  if (event.type === "reserved_terminal_verify") return event.phase === "grant" ? 1 : 0
  const is_granted = event.type === "loop_control_decision" && event.reason === "terminal_callback"
  return is_granted ? event.new_limit - Math.min(event.old_limit, event.iteration) : 0
}
