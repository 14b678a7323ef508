/** Where a run can be; it is in exactly one of them. */
export const PLACES = ["queue", "turn", "approval", "ci", "merge", "again", "done"] as const
export type Place = (typeof PLACES)[number]

/** Counts the runs in each place and how long they are there. */
export interface PlaceCounts {
  /** A new run comes to a place. */
  arrive(id: string, place: Place): void
  move(id: string, place: Place): void
  count(place: Place): number
  /** Runs that have come. */
  readonly arrived: number
  /** Mean number of runs in a place since the beginning. */
  mean(place: Place): number
  /** Milliseconds of each stay that has ended. */
  stays(place: Place): readonly number[]
  /** Milliseconds of all stays, of those that have not ended until now. */
  totalStay(place: Place): number
}

export function placeCounts(now: () => number): PlaceCounts {
  const began = now()
  const where = new Map<string, { readonly place: Place; readonly since: number }>()
  const counts = new Map<Place, number>(PLACES.map((place) => [place, 0]))
  const sums = new Map<Place, { sum: number; at: number }>(
    PLACES.map((place) => [place, { sum: 0, at: began }]),
  )
  const ended = new Map<Place, number[]>(PLACES.map((place) => [place, []]))
  const change = (place: Place, by: number): void => {
    integrate(place)
    counts.set(place, count(place) + by)
  }
  const count = (place: Place): number => counts.get(place) ?? 0
  const integrate = (place: Place): number => {
    const sum = sums.get(place)
    if (sum === undefined) return 0
    sum.sum += count(place) * (now() - sum.at)
    sum.at = now()
    return sum.sum
  }
  return {
    get arrived() {
      return where.size
    },
    arrive(id, place) {
      if (where.has(id)) throw new Error(`${id} is there already`)
      where.set(id, { place, since: now() })
      change(place, 1)
    },
    move(id, place) {
      const before = where.get(id)
      if (before === undefined) throw new Error(`${id} is nowhere`)
      ended.get(before.place)?.push(now() - before.since)
      change(before.place, -1)
      where.set(id, { place, since: now() })
      change(place, 1)
    },
    count,
    mean: (place) => integrate(place) / Math.max(1, now() - began),
    stays: (place) => ended.get(place) ?? [],
    totalStay(place) {
      const open = [...where.values()].filter((one) => one.place === place)
      const sum = (ended.get(place) ?? []).reduce((total, ms) => total + ms, 0)
      return sum + open.reduce((total, { since }) => total + now() - since, 0)
    },
  }
}
