import type { DetectorState, SettledResult, StallWarning } from "@proofloop/runtime/detector"

/** Watches whether a run that tripped went on to pass what it had tripped on. */
export class Recovery {
  after_trip = false
  after_hard_stop = false
  readonly #waiting = new Map<string, { hard_stop: boolean }>()

  /** A trip about no check, with nothing failing, waits for any check to pass. */
  wait(warning: StallWarning, state: DetectorState): void {
    const failing = state.slots.findLast((slot) => slot.class === "fail")
    const check_id = warning.check_id ?? failing?.check_id ?? ANY
    const known = this.#waiting.get(check_id)
    this.#waiting.set(check_id, { hard_stop: warning.hard_stop || known?.hard_stop === true })
  }

  see(state: DetectorState, results: readonly SettledResult[]): void {
    if (this.#waiting.size === 0) return
    for (const { evidence } of results) {
      if (evidence?.class !== "pass" || evidence.tests_run === 0 || evidence.contradicted) continue
      for (const check_id of [evidence.check_id, ANY]) {
        const trip = this.#waiting.get(check_id)
        if (trip === undefined || isFailing(state, check_id)) continue
        this.after_trip = true
        if (trip.hard_stop) this.after_hard_stop = true
      }
    }
  }
}

const ANY = ""

function isFailing(state: DetectorState, check_id: string): boolean {
  return state.slots.some((slot) => slot.check_id === check_id && slot.class === "fail")
}
