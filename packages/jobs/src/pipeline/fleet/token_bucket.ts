import { numberOption } from "@proofloop/foundation/errors"
import type { Clock } from "@proofloop/foundation/process"

/** How much may be taken: of requests, or of a model's tokens. */
export interface Rate {
  /** Requests or tokens that come back in one minute. */
  readonly per_minute: number
  /** Most that is saved up. Default: what comes in ten seconds, at least 1. */
  readonly burst?: number | undefined
}

export interface TokenBucket {
  /**
   * Waits for its turn until this much is there, first come first served. More than the burst waits for the burst
   * and leaves a debt. Rejects with the signal's reason.
   */
  take(amount: number, signal: AbortSignal): Promise<void>
  /** Takes at once what was used beyond what was taken, even into debt; a negative amount gives back. */
  settle(amount: number): void
  /** What is there now; negative: a debt. */
  level(): number
}

const LONGEST_NAP_MS = 1000

/** Throws InvalidOptionError. */
export function createTokenBucket({ per_minute, burst }: Rate, clock: Clock): TokenBucket {
  numberOption("per_minute", per_minute, Number.MIN_VALUE, 1e12)
  const most = numberOption("burst", burst ?? Math.max(1, Math.floor(per_minute / 6)), 1, 1e12)
  const per_ms = per_minute / 60_000
  let held = most
  let at = clock.now()
  let turn: Promise<void> = Promise.resolve()
  const fill = (): number => {
    const now = clock.now()
    held = Math.min(most, held + Math.max(0, now - at) * per_ms)
    at = now
    return held
  }
  const wait = async (amount: number, signal: AbortSignal): Promise<void> => {
    const needed = Math.min(amount, most)
    for (;;) {
      signal.throwIfAborted()
      if (fill() >= needed) break
      // A call that used less than it took gives the rest back, which a long sleep would miss.
      await clock.sleep(Math.min(Math.ceil((needed - held) / per_ms), LONGEST_NAP_MS), signal)
    }
    held -= amount
  }
  return {
    async take(amount, signal) {
      const mine = turn.then(async () => wait(amount, signal))
      turn = mine.catch(() => undefined)
      return mine
    },
    settle(amount) {
      held = Math.min(most, fill() - amount)
    },
    level: fill,
  }
}
