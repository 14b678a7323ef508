import type { Trip } from "@proofloop/replay"
import type { RunReplay, TimelineTurn } from "@proofloop/replay/internal"

/** Whether a turn comes after the first trip of its run, or even after the first hard stop. */
export type Stake = "none" | "after_trip" | "after_hard_stop"

export interface TurnFacts {
  readonly edits: number
  readonly passed: number
  readonly failed: number
  /** Calls that are neither. */
  readonly others: number
  /** Signature of the failing check after the turn, "" if nothing fails. */
  readonly failing: string
  /** The turn saw that failure; otherwise it only persists. */
  readonly is_seen: boolean
  readonly trip: "none" | "nudge" | "hard_stop"
  readonly stake: Stake
}

export function turnFacts(turn: TimelineTurn, run: RunReplay): TurnFacts {
  const checks = turn.calls.filter(({ role }) => role === "check" || role === "edit_and_check")
  const failed = checks.filter(({ outcome }) => outcome === "failed")
  const seen = failed.find(({ signature }) => signature !== undefined)?.signature
  return {
    edits: turn.calls.filter(({ role }) => role === "edit" || role === "edit_and_check").length,
    passed: checks.filter(({ outcome }) => outcome === "ok").length,
    failed: failed.length,
    others: turn.calls.filter(({ role }) => role === "observation").length,
    failing: turn.failing?.signature ?? seen ?? "",
    is_seen: seen !== undefined,
    trip: tripOf(tripsShown(turn, run)),
    stake: stakeOf(turn.turn, run),
  }
}

/** The trips of a turn up to the run's first hard stop, which would have ended it. */
export function tripsShown(turn: TimelineTurn, run: RunReplay): readonly Trip[] {
  const stopped_at = run.trips.find(({ hard_stop }) => hard_stop)?.turn ?? Infinity
  if (turn.turn > stopped_at) return []
  const first = turn.trips.findIndex(({ hard_stop }) => hard_stop)
  return first === -1 ? turn.trips : turn.trips.slice(0, first + 1)
}

function tripOf(trips: readonly Trip[]): TurnFacts["trip"] {
  if (trips.length === 0) return "none"
  return trips.some(({ hard_stop }) => hard_stop) ? "hard_stop" : "nudge"
}

function stakeOf(turn: number, { trips }: RunReplay): Stake {
  if (trips.some((trip) => trip.hard_stop && trip.turn < turn)) return "after_hard_stop"
  return trips.some((trip) => trip.turn < turn) ? "after_trip" : "none"
}
