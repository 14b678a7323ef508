import type { Effort } from "./benchmark.ts"
import { percentile } from "./percentile.ts"

/** What is timed. It gets a number of its own at every call, so that nothing can answer from a cache. */
export type Subject = (turn: number) => unknown

/**
 * The median time of one call of each subject, in milliseconds. In every round each has its turn, so that a machine which
 * slows down slows all of them, and their ratios hold. With `warm_ms` each runs so long before, until Node has compiled it.
 */
export async function measure<const Subjects extends readonly Subject[]>(
  subjects: Subjects,
  { rounds, round_ms, warm_ms = 0 }: Effort & { readonly warm_ms?: number },
): Promise<{ readonly [At in keyof Subjects]: number }> {
  let turn = 0
  const time = async (subject: Subject, calls: number): Promise<number> => {
    const start = performance.now()
    for (let call = 0; call < calls; call += 1) {
      const pending = subject((turn += 1))
      if (pending instanceof Promise) await pending
    }
    return performance.now() - start
  }
  const timed = []
  for (const subject of subjects) {
    let calls = 1
    const end = performance.now() + warm_ms
    while (performance.now() < end) await time(subject, calls)
    // Also warms up: the last round is as long as the measured ones.
    while ((await time(subject, calls)) < round_ms && calls < 1e6) calls *= 2
    timed.push({ subject, calls, times: [] as number[] })
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, calls, times } of timed) times.push((await time(subject, calls)) / calls)
  }
  const medians: readonly number[] = timed.map(({ times }) => percentile(times, 0.5))
  return medians as { readonly [At in keyof Subjects]: number }
}
