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
  let held: Baselines | null = null
  return {
    async ready(signal) {
      if (held !== null) return held
      const measured = await measure(signal)
      // What was cut short is no baseline.
      if (!signal.aborted) held = measured
      return measured
    },
    moveTo(measured) {
      const known = Object.entries(measured).filter(([, found]) => found !== null && found !== undefined)
      held = { ...held, ...Object.fromEntries(known) }
    },
  }
}
