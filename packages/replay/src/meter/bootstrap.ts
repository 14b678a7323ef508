/** The middle of a resampled statistic, from `low` to `high`. */
export interface Interval {
  /** Lower end; `level` says how much lies between the ends. */
  readonly low: number
  readonly high: number
}

export interface BootstrapOptions {
  /** Resamples. Default 2000. */
  readonly samples?: number | undefined
  /** Start of the random numbers: the same seed gives the same interval. Default 1. */
  readonly seed?: number | undefined
  /** Share of the resamples between the ends. Default 0.95. */
  readonly level?: number | undefined
}

/** The percentile bootstrap interval of a statistic (Efron 1979). Draws in which it is null are left out; null if all of them are. */
export function bootstrapInterval<Run>(
  runs: readonly Run[],
  statistic: (runs: readonly Run[]) => number | null,
  { samples = 2000, seed = 1, level = 0.95 }: BootstrapOptions = {},
): Interval | null {
  if (runs.length === 0) return null
  const random = randomNumbers(seed)
  const values: number[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const drawn: Run[] = []
    for (let index = 0; index < runs.length; index += 1) {
      const run = runs[Math.floor(random() * runs.length)]
      if (run !== undefined) drawn.push(run)
    }
    const value = statistic(drawn)
    if (value !== null) values.push(value)
  }
  if (values.length === 0) return null
  values.sort((a, b) => a - b)
  const at = (share: number): number =>
    values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0
  return { low: at((1 - level) / 2), high: at(1 - (1 - level) / 2) }
}

/** Numbers from 0 to below 1 that look random and are the same for the same seed: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
