import { syncBuiltinESMExports } from "node:module"
import timers_promises, { setImmediate as nextTurn } from "node:timers/promises"
import type { Clock } from "@proofloop/foundation/process"

/** One simulated process: its time stands while there is anything to do, and ends with it. */
export interface Process {
  readonly clock: Clock
  readonly is_alive: boolean
  /** The process dies: no timer of it fires any more, and a wait for it never ends. */
  kill(): void
  /** Never settles once the process is dead; rejects when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

interface Timer {
  readonly due_ms: number
  readonly fire: () => void
}

const real = {
  setTimeout,
  clearTimeout,
  setImmediate,
  sleep: timers_promises.setTimeout,
  now: performance.now.bind(performance),
}

/** Turns of the event loop without anything to do after which a run counts as hung. */
const PATIENCE = 64
/** Turns a life may take at most. */
const MAX_STEPS = 200_000

/**
 * Runs `body` as a process of its own, in virtual time, until its promise settles or the process is killed. The loop's own
 * timers (a tool's time-out, the deadline of the real clock) are virtual too: the globals are replaced meanwhile.
 */
export async function runProcess(
  start_ms: number,
  body: (process: Process) => Promise<unknown>,
): Promise<"settled" | "died" | "hung"> {
  const timers: Timer[] = []
  let now_ms = start_ms
  let is_alive = true
  let immediates = 0

  const add = (delay_ms: number, fire: () => void): Timer => {
    const timer = { due_ms: now_ms + Math.max(0, delay_ms), fire }
    const later = timers.findIndex((other) => other.due_ms > timer.due_ms)
    if (is_alive) timers.splice(later < 0 ? timers.length : later, 0, timer)
    return timer
  }
  const remove = (timer: unknown): void => {
    const at = timers.findIndex((other) => other === timer)
    if (at >= 0) timers.splice(at, 1)
  }
  const fireNext = (): boolean => {
    const next = timers.shift()
    if (next === undefined) return false
    now_ms = Math.max(now_ms, next.due_ms)
    next.fire()
    return true
  }
  const process: Process = {
    clock: { now: () => now_ms, sleep: (ms, signal) => process.sleep(ms, signal) },
    get is_alive() {
      return is_alive
    },
    kill() {
      is_alive = false
      timers.length = 0
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      if (is_alive && ms <= 0) return
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => {
          remove(timer)
          reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"))
        }
        const timer = add(ms, () => {
          signal?.removeEventListener("abort", stop)
          resolve()
        })
        signal?.addEventListener("abort", stop, { once: true })
      })
    },
  }

  Object.assign(globalThis, {
    setTimeout: (fire: () => void, delay_ms = 0) => add(delay_ms, fire),
    clearTimeout: remove,
    setImmediate: (fire: () => void) => {
      immediates += 1
      return real.setImmediate(() => {
        immediates -= 1
        fire()
      })
    },
  })
  replaceSleep(((ms, _value, options) => process.sleep(ms ?? 0, options?.signal)) as typeof real.sleep)
  // Half a millisecond, so that rounding the sum of two large numbers loses none.
  performance.now = () => now_ms - performance.timeOrigin + 0.5
  try {
    let is_settled = false
    void body(process).then(() => (is_settled = true))
    let idle = 0
    for (let turn = 0; turn < MAX_STEPS && idle < PATIENCE; turn += 1) {
      await nextTurn()
      if (is_settled) return "settled"
      if (!is_alive) return "died"
      const busy = immediates > 0 || hasFileRequest() || fireNext()
      idle = busy ? 0 : idle + 1
    }
    return "hung"
  } finally {
    process.kill()
    // What a dead process still has in its queues finds nothing to do.
    for (let turn = 0; turn < 3 || immediates > 0; turn += 1) await nextTurn()
    Object.assign(globalThis, {
      setTimeout: real.setTimeout,
      clearTimeout: real.clearTimeout,
      setImmediate: real.setImmediate,
    })
    replaceSleep(real.sleep)
    performance.now = real.now
  }
}

/** What modules have imported follows. */
function replaceSleep(sleep: typeof real.sleep): void {
  timers_promises.setTimeout = sleep
  syncBuiltinESMExports()
}

/** A resume reads files to decide on an interrupted write: time must not pass meanwhile. */
function hasFileRequest(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"))
}
