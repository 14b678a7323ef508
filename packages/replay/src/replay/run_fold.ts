import type { Detector, DetectorState } from "@proofloop/runtime/detector"
import type { DetectorStep, SettledResult, StallWarning } from "@proofloop/runtime/internal/detector"
import type { RecordedTurn, SessionRun } from "../sessions/session.ts"
import type { Remainder, RunReplay, Trip } from "./run_replay.ts"
import { Timeline } from "./timeline.ts"

/** Folds one recorded run, turn by turn, and tells what the detector would have said. */
export class RunFold {
  readonly #detector: Detector
  readonly #timeline: Timeline | null
  readonly #trips: Trip[] = []
  readonly #recovery = new Recovery()
  readonly #after_trip = new Count()
  readonly #after_hard_stop = new Count()
  readonly #all = new Count()
  #state: DetectorState
  /** Turns of the first trip and the first hard stop. */
  #tripped_at = Infinity
  #stopped_at = Infinity
  #last_event = -1
  #ended_at: number | undefined
  #evidence = ""

  constructor(detector: Detector, options: { readonly timeline: boolean }) {
    this.#detector = detector
    this.#state = detector.initial_state
    this.#timeline = options.timeline ? new Timeline() : null
  }

  add(turn: RecordedTurn): void {
    const before = this.#trips.length
    this.#all.add(turn, this.#ended_at)
    const state = turn.after_user === true ? this.#detector.renew(this.#state) : this.#state
    const proposed = this.#detector.propose(state, {
      tool_calls: turn.calls.map(({ tool_call }) => tool_call),
      text: turn.text,
      ...(turn.tokens === undefined ? {} : { usage: { output_tokens: turn.tokens.output } }),
    })
    // Words before a call were about what was seen until then; a reply without a call is an event by itself.
    const is_words = turn.calls.length === 0
    const number = is_words ? this.#all.turns : Math.max(1, this.#all.turns - 1)
    this.#take(proposed, number, () => (is_words ? turn.event : Math.max(this.#last_event, 0)))
    if (!is_words) this.#timeline?.addTrips(this.#trips.slice(before))
    const told = is_words ? before : this.#trips.length
    const settled = this.#detector.settle(proposed.state, {
      results: turn.calls.map(({ tool_call, result }) => ({ tool_name: tool_call.name, ...result })),
    })
    this.#take(settled, this.#all.turns, (warning) => eventOf(warning, turn, settled))
    this.#state = settled.state
    this.#last_event = turn.calls.at(-1)?.event ?? turn.event
    if (this.#all.turns > this.#tripped_at) this.#after_trip.add(turn, this.#ended_at)
    if (this.#all.turns > this.#stopped_at) this.#after_hard_stop.add(turn, this.#ended_at)
    this.#ended_at = turn.ended_at
    this.#recovery.see(this.#state, settled.results)
    this.#timeline?.add(turn, settled, this.#trips.slice(told), this.#all.turns)
  }

  end(run: SessionRun): RunReplay {
    const { tokens } = this.#all.remainder()
    const unjudged = this.#detector.unjudged(this.#state)
    return {
      ...run,
      events: this.#last_event + 1,
      turns: this.#all.turns,
      trips: this.#trips,
      evidence: this.#evidence,
      after_trip: this.#after_trip.remainder(),
      after_hard_stop: this.#after_hard_stop.remainder(),
      recovered_after_trip: this.#recovery.after_trip,
      recovered_after_hard_stop: this.#recovery.after_hard_stop,
      ...(tokens === undefined ? {} : { tokens }),
      ...(unjudged === undefined ? {} : { unjudged }),
      timeline: this.#timeline?.turns() ?? [],
    }
  }

  #take(step: DetectorStep, turn: number, eventFor: (warning: StallWarning) => number): void {
    for (const warning of step.warnings) {
      const { pattern, confidence, count, hard_stop } = warning
      const signature = warning.diagnostic_signature ?? warning.signature
      if (this.#trips.length === 0)
        this.#evidence = step.state.slots.find((slot) => slot.signature === signature)?.snippet ?? ""
      // The first hard stop would have ended the run.
      if (!hard_stop || this.#stopped_at === Infinity)
        this.#trips.push({
          event: eventFor(warning),
          turn,
          pattern,
          confidence,
          signature,
          streak: count,
          hard_stop,
        })
      this.#tripped_at = Math.min(this.#tripped_at, turn)
      if (hard_stop) this.#stopped_at = Math.min(this.#stopped_at, turn)
      this.#recovery.wait(warning, step.state)
    }
  }
}

/** The call that the warning is about: whose evidence or action it names, else one of its tool's, else the last of the turn. */
function eventOf(warning: StallWarning, turn: RecordedTurn, { results }: DetectorStep): number {
  const about = [
    ({ evidence }: SettledResult) =>
      warning.diagnostic_signature !== undefined && evidence?.signature === warning.diagnostic_signature,
    ({ call }: SettledResult) => warning.signature === `sha256:${call.action}`,
    ({ call }: SettledResult) => warning.tool_name !== "" && call.tool_name === warning.tool_name,
  ]
  const index = about.map((is) => results.findLastIndex(is)).find((found) => found !== -1) ?? -1
  return (turn.calls[index] ?? turn.calls.at(-1))?.event ?? turn.event
}

/** A longer gap between two turns is a person's pause. */
const MOST_BETWEEN_MS = 5 * 60_000

class Count {
  turns = 0
  #tokens: number | undefined
  #seconds: number | undefined

  /** `before`: when the turn before it had ended. */
  add({ tokens, ended_at }: RecordedTurn, before: number | undefined): void {
    this.turns += 1
    if (ended_at !== undefined && before !== undefined)
      this.#seconds = (this.#seconds ?? 0) + Math.min(Math.max(ended_at - before, 0), MOST_BETWEEN_MS) / 1000
    if (tokens !== undefined) this.#tokens = (this.#tokens ?? 0) + tokens.input + tokens.output
  }

  remainder(): Remainder {
    return {
      turns: this.turns,
      ...(this.#tokens !== undefined && { tokens: this.#tokens }),
      ...(this.#seconds !== undefined && { seconds: Math.round(this.#seconds) }),
    }
  }
}

/** Watches whether a tripped run later passes the check it tripped on. */
class Recovery {
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
      if (evidence?.class !== "pass" || evidence.weakness !== "") continue
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
