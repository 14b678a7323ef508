import type { Baselines } from "../repository/facts.ts"

export type Measure = (signal: AbortSignal) => Promise<Baselines>

/** Measures from before the first change, moved forward by each accepted change. */
export interface BaselineHold {
  /** Measures once; later calls get the same result. */
  ready(signal: AbortSignal): Promise<Baselines>
  /** A change with these measures was accepted; unmeasured baselines stay. */
  moveTo(measured: Baselines): void
}

export function holdBaselines(measure: Measure): BaselineHold {
  let first: Baselines | null = null
  let moved: Baselines = {}
  return {
    async ready(signal) {
      if (first !== null) return { ...first, ...moved }
      const measured = await measure(signal)
      // An interrupted measurement is not a baseline. When two measure at once, the first counts.
      if (!signal.aborted) first ??= measured
      return { ...(first ?? measured), ...moved }
    },
    moveTo(measured) {
      const known = Object.entries(measured).filter(([, found]) => found !== null && found !== undefined)
      moved = { ...moved, ...Object.fromEntries(known) }
    },
  }
}
