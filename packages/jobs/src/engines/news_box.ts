import { systemClock } from "@proofloop/foundation/process"

/** News of one row. What comes while nobody waits is kept. */
export interface NewsBox {
  readonly tell: () => void
  /** Resolves with the next news, or after `ms` milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

export function newsBox(): NewsBox {
  let news = new AbortController()
  return {
    tell: () => news.abort(),
    async wait(ms) {
      await systemClock.sleep(ms, news.signal).catch(() => undefined)
      news = new AbortController()
    },
  }
}
