import type { Clock } from "@proofloop/foundation/process"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [OPENS, CLOSES] = [9 * HOUR, 17 * HOUR]

/** People who do one thing after the other, from nine to five, Monday to Friday. */
export interface People {
  /** Resolves when the person has done something that takes them this long. */
  ask(person: number, ms: number): Promise<void>
  /** Milliseconds that all of them have worked until now. */
  readonly busy_ms: number
}

/** The clock begins at a Monday's midnight, as 0. */
export function openPeople(clock: Clock): People {
  const free_at = new Map<number, number>()
  let busy_ms = 0
  return {
    get busy_ms() {
      return busy_ms
    },
    async ask(person, ms) {
      const until = workedUntil(Math.max(clock.now(), free_at.get(person) ?? 0), ms)
      free_at.set(person, until)
      await clock.sleep(until - clock.now())
      busy_ms += ms
    },
  }
}

/** When somebody who begins then has worked so long. */
export function workedUntil(begin: number, ms: number): number {
  let at = begin
  for (let left = ms; ;) {
    const [day, time] = [Math.floor(at / DAY), at % DAY]
    const is_weekend = day % 7 >= 5
    if (is_weekend || time >= CLOSES) at = (day + 1) * DAY + OPENS
    else if (time < OPENS) at = day * DAY + OPENS
    else if (time + left <= CLOSES) return at + left
    else {
      left -= CLOSES - time
      at = (day + 1) * DAY + OPENS
    }
  }
}

/** Milliseconds of office hours in the first days of a week. */
export function officeMs(days: number): number {
  let sum = 0
  for (let day = 0; day < days; day += 1) if (day % 7 < 5) sum += CLOSES - OPENS
  return sum
}
