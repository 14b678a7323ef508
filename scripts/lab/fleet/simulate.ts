/** A day of a fleet, by times that were measured: what a worker is busy with, and how long turns wait for one. */
export interface FleetDay {
  /** Seconds of work of each measured run: one number for each turn. */
  readonly runs: readonly (readonly number[])[]
  readonly repositories: number
  readonly workers: number
  /** Turns of a worker at a time. */
  readonly concurrency: number
  /** Seconds that a model's answers add to the first turn of a run. */
  readonly model_seconds: number
  /** Seconds between what a person did and the next turn, at most. */
  readonly people_seconds: number
  /** A number from 0 to 1, always another one. */
  readonly random: () => number
}

export interface FleetDayEnd {
  readonly repositories: number
  readonly workers: number
  /** Runs that ended on that day. */
  readonly ended: number
  /** Part of the time in which a slot was at work, from 0 to 1. */
  readonly busy: number
  /** Seconds that nine of ten turns waited for a free worker, at most. */
  readonly waited: number
}

const DAY = 86_400

interface Turn {
  readonly at: number
  readonly number: number
  readonly seconds: readonly number[]
}

/** Each repository begins one run, at any time of the day; its next turn comes when a person has answered. */
export function simulateDay(day: FleetDay): FleetDayEnd {
  const { runs, repositories, workers, concurrency, model_seconds, people_seconds, random } = day
  const line: Turn[] = Array.from({ length: repositories }, () => ({
    at: random() * DAY,
    number: 0,
    seconds: runs[Math.floor(random() * runs.length)] ?? [],
  }))
  const free_at = Array.from({ length: workers * concurrency }, () => 0)
  const waits: number[] = []
  let [work, ended] = [0, 0]
  for (;;) {
    const turn = takeFirst(line)
    if (turn === null || turn.at > DAY) break
    const slot = free_at.indexOf(Math.min(...free_at))
    const begun = Math.max(turn.at, free_at[slot] ?? 0)
    const [cost = 0] = turn.seconds.slice(turn.number)
    const busy = cost + (turn.number === 0 ? model_seconds : 0)
    waits.push(begun - turn.at)
    work += busy
    free_at[slot] = begun + busy
    const is_last = turn.number + 1 >= turn.seconds.length
    if (is_last && begun + busy <= DAY) ended += 1
    if (!is_last)
      line.push({ ...turn, number: turn.number + 1, at: begun + busy + random() * people_seconds })
  }
  const sorted = waits.toSorted((one, other) => one - other)
  return {
    repositories,
    workers,
    ended,
    busy: work / (free_at.length * DAY),
    waited: sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0,
  }
}

function takeFirst(line: Turn[]): Turn | null {
  if (line.length === 0) return null
  const place = line.reduce((best, { at }, index) => (at < (line[best]?.at ?? Infinity) ? index : best), 0)
  const [first = null] = line.splice(place, 1)
  return first
}
