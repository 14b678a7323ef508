import type { Detector, DetectorState, DetectorStep, StallWarning } from "@proofloop/runtime/detector"
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
  #hard_stopped = false
  #last_event = -1

  constructor(detector: Detector, options: { readonly timeline: boolean }) {
    this.#detector = detector
    this.#state = detector.initial_state
    this.#timeline = options.timeline ? new Timeline() : null
  }

  add(turn: RecordedTurn): void {
    const before = this.#trips.length
    for (const count of this.#counts()) count.add(turn)
    const proposed = this.#detector.propose(this.#state, {
      tool_calls: turn.calls.map(({ tool_call }) => tool_call),
      text: turn.text,
      ...(turn.tokens === undefined ? {} : { usage: { output_tokens: turn.tokens.output } }),
    })
    // What is said before anything runs is about what was seen until then; words alone are an event of their own.
    this.#take(proposed, () => (turn.calls.length === 0 ? turn.event : Math.max(this.#last_event, 0)))
    const settled = this.#detector.settle(proposed.state, {
      results: turn.calls.map(({ tool_call, result }) => ({ tool_name: tool_call.name, ...result })),
    })
    this.#take(settled, (warning) => eventOf(warning, turn, settled))
    this.#state = settled.state
    this.#last_event = turn.calls.at(-1)?.event ?? turn.event
    this.#recovery.see(this.#state, settled.results)
    this.#timeline?.add(turn, settled, this.#trips.slice(before), this.#all.turns)
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

  /** The turns counted so far that come after a trip are those counted from its turn on. */
  #counts(): readonly Count[] {
    const counts = [this.#all]
    if (this.#trips.length > 0) counts.push(this.#after_trip)
    if (this.#hard_stopped) counts.push(this.#after_hard_stop)
    return counts
  }

  #take(step: DetectorStep, eventFor: (warning: StallWarning) => number): void {
    for (const warning of step.warnings) {
      this.#trips.push({
        event: eventFor(warning),
        turn: this.#all.turns,
        pattern: warning.pattern,
        signature: warning.diagnostic_signature ?? warning.signature,
        streak: warning.count,
        hard_stop: warning.hard_stop,
      })
      this.#hard_stopped ||= warning.hard_stop
      this.#recovery.wait(warning, step.state)
    }
  }
}

/** The call whose evidence the warning is about; else the last of the turn. */
function eventOf(warning: StallWarning, turn: RecordedTurn, { results }: DetectorStep): number {
  const index = results.findIndex(
    ({ evidence }) => evidence !== null && evidence.signature === warning.diagnostic_signature,
  )
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
