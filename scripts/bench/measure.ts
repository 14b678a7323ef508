/** One thing to time. `run` gets a number of its own at every call, so that nothing can answer from a cache. */
export interface Subject {
  readonly name: string
  run(turn: number): unknown
}

/** The time of one call, in milliseconds: the median over the rounds, and the spread between their quarters. */
export interface Timing {
  readonly name: string
  readonly median_ms: number
  readonly quarters_ms: readonly [number, number]
  readonly rounds: number
  readonly calls_a_round: number
}

export interface MeasureOptions {
  readonly rounds: number
  /** How long a round of one subject should take, in milliseconds. */
  readonly round_ms: number
}

/**
 * Times subjects beside each other: in every round each has its turn, so that a machine which slows down slows all of
 * them, and their ratios hold.
 */
export async function measure(
  subjects: readonly Subject[],
  { rounds, round_ms }: MeasureOptions,
): Promise<readonly Timing[]> {
  let turn = 0
  const time = async (subject: Subject, calls: number): Promise<number> => {
    const start = performance.now()
    for (let call = 0; call < calls; call += 1) {
      const pending = subject.run((turn += 1))
      if (pending instanceof Promise) await pending
    }
    return performance.now() - start
  }
  const calls: number[] = []
  for (const subject of subjects) {
    let count = 1
    // Also warms up: the last round is as long as the measured ones.
    while ((await time(subject, count)) < round_ms && count < 1e6) count *= 2
    calls.push(count)
  }
  const times: number[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const count = calls[index] ?? 1
      times[index]?.push((await time(subject, count)) / count)
    }
  }
  return subjects.map(({ name }, index) => {
    const sorted = (times[index] ?? []).toSorted((one, other) => one - other)
    const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
    return {
      name,
      median_ms: at(0.5),
      quarters_ms: [at(0.25), at(0.75)],
      rounds,
      calls_a_round: calls[index] ?? 1,
    }
  })
}
