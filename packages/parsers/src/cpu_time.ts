import { setTimeout as wait } from "node:timers/promises"

/** Milliseconds of CPU time of this process. On a busy machine they pass more slowly, so no limit is reached earlier. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Whether more than `cpu_ms` of CPU time have passed since the first second; call it often. It asks the system only
 * after a second of the clock, because asking takes longer than a parser's step.
 */
export function cpuLimit(cpu_ms: number): () => boolean {
  let next = performance.now() + 1000
  let end: number | undefined
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + 1000
    const now = cpuTime()
    end ??= now + cpu_ms
    return now > end
  }
}

/** Resolves when this process has had `cpu_ms` more of CPU time, at the latest after ten minutes. Rejects when it is aborted. */
export async function cpuTimeSpent(cpu_ms: number, signal: AbortSignal): Promise<void> {
  const end = cpuTime() + cpu_ms
  const latest = performance.now() + HANG_MS
  for (let left = cpu_ms; left > 0 && performance.now() < latest; left = end - cpuTime())
    await wait(Math.max(1, left), undefined, { signal })
}

/** Work that waits without CPU time would otherwise wait forever. */
const HANG_MS = 600_000
