import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"

const DEFAULT_SECONDS = 3600

/** Milliseconds for one call of `run` or `resume`; null: none. Throws Misuse. */
export function readTimeLimit(input: Input): number | null {
  const seconds = readCount(input, "time-limit", 0) ?? DEFAULT_SECONDS
  return seconds === 0 ? null : seconds * 1000
}
