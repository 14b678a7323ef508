import { setImmediate as turn } from "node:timers/promises"

/** Work with synchronous system calls, in slices between which other tasks get a turn. */
export interface Slices {
  /** Whether the slice is over; then await `next`. */
  isOver(): boolean
  /** Rejects with the reason of the signal once it is aborted. */
  next(): Promise<void>
}

const SLICE_MS = 8

export function createSlices(signal?: AbortSignal): Slices {
  let started = performance.now()
  return {
    isOver: () => performance.now() - started > SLICE_MS,
    async next() {
      await turn()
      signal?.throwIfAborted()
      started = performance.now()
    },
  }
}
