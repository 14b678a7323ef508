import type {
  Detector,
  DetectorState,
  DetectorStep,
  SettledResult,
  StallWarning,
} from "@proofloop/runtime/detector"
import type { RecordedTurn, SessionRun } from "../sessions/session.ts"
import { Recovery } from "./recovery.ts"
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

  constructor(detector: Detector, options: { readonly timeline: boolean }) {
    this.#detector = detector
    this.#state = detector.initial_state
    this.#timeline = options.timeline ? new Timeline() : null
  }

  add(turn: RecordedTurn): void {
    const before = this.#trips.length
    this.#all.add(turn)
    const state = turn.after_user === true ? this.#detector.renew(this.#state) : this.#state
    const proposed = this.#detector.propose(state, {
      tool_calls: turn.calls.map(({ tool_call }) => tool_call),
      text: turn.text,
      ...(turn.tokens === undefined ? {} : { usage: { output_tokens: turn.tokens.output } }),
    })
    // What is said before anything runs is about what was seen until then; words alone are an event of their own.
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
    if (this.#all.turns > this.#tripped_at) this.#after_trip.add(turn)
    if (this.#all.turns > this.#stopped_at) this.#after_hard_stop.add(turn)
    this.#recovery.see(this.#state, settled.results)
    this.#timeline?.add(turn, settled, this.#trips.slice(told), this.#all.turns)
  }

  /** What the run came to. */
  end(run: SessionRun): RunReplay {
    const { tokens } = this.#all.remainder()
    return {
      ...run,
      events: this.#last_event + 1,
      turns: this.#all.turns,
      trips: this.#trips,
      after_trip: this.#after_trip.remainder(),
      after_hard_stop: this.#after_hard_stop.remainder(),
      recovered_after_trip: this.#recovery.after_trip,
      recovered_after_hard_stop: this.#recovery.after_hard_stop,
      ...(tokens === undefined ? {} : { tokens }),
      timeline: this.#timeline?.turns() ?? [],
    }
  }

  #take(step: DetectorStep, turn: number, eventFor: (warning: StallWarning) => number): void {
    for (const warning of step.warnings) {
      const { pattern, count, hard_stop } = warning
      const signature = warning.diagnostic_signature ?? warning.signature
      this.#trips.push({ event: eventFor(warning), turn, pattern, signature, streak: count, hard_stop })
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

class Count {
  turns = 0
  #tokens: number | undefined

  add({ tokens }: RecordedTurn): void {
    this.turns += 1
    if (tokens !== undefined) this.#tokens = (this.#tokens ?? 0) + tokens.input + tokens.output
  }

  remainder(): Remainder {
    return { turns: this.turns, ...(this.#tokens === undefined ? {} : { tokens: this.#tokens }) }
  }
}
