import { LONGEST_TIMER_MS } from "./clock.ts"

/** Calls `end` once, in `ms` milliseconds, even beyond Node's longest timer. The returned function stops the timer. */
export function startTimer(ms: number, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (left: number): void => {
    const rest = left - LONGEST_TIMER_MS
    timer = setTimeout(() => (rest > 0 ? wait(rest) : end()), Math.min(left, LONGEST_TIMER_MS))
  }
  wait(ms)
  return () => clearTimeout(timer)
}
