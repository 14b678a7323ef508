import type { Baselines } from "../repository/facts.ts"

export type Measure = (signal: AbortSignal) => Promise<Baselines>

/** What was measured before the first change, moved forward by each change that is accepted. */
export interface BaselineHold {
  /** Measures once; later calls answer what is held. */
  ready(signal: AbortSignal): Promise<Baselines>
  /** A change was accepted that was measured like this; what was not measured stays. */
  moveTo(measured: Baselines): void
}

export function holdBaselines(measure: Measure): BaselineHold {
  let first: Baselines | null = null
  let moved: Baselines = {}
  return {
    async ready(signal) {
      if (first !== null) return { ...first, ...moved }
      const measured = await measure(signal)
      // What was cut short is not a baseline. Of two who measured at once the first counts.
      if (!signal.aborted) first ??= measured
      return { ...(first ?? measured), ...moved }
    },
    moveTo(measured) {
      const known = Object.entries(measured).filter(([, found]) => found !== null && found !== undefined)
      moved = { ...moved, ...Object.fromEntries(known) }
    },
  }
}
