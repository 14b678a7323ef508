import { thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import type { Checks } from "../../forge/checks.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { CI_KNOBS, type CiKnobs } from "./ci_knobs.ts"
import type { CiOutcome } from "./outcome.ts"
import { reduceCi } from "./reduce.ts"

export interface LookOptions {
  readonly checks: Checks
  readonly base: string
  readonly head_sha: string
  /** Milliseconds since the Unix epoch, as `now`. */
  readonly pushed_at: number
  /** The time, in milliseconds since 1970. */
  readonly now: number
  readonly knobs?: CiKnobs | undefined
  /** Aborts the requests. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * One look at the CI of a pushed commit. While the forge cannot be reached it is pending, after the deadline a
 * timeout, never red. Rejects with any other ForgeError.
 */
export async function lookAtCi({ checks, base, signal, ...push }: LookOptions): Promise<CiOutcome> {
  const { head_sha, pushed_at, now, knobs = CI_KNOBS } = push
  try {
    const required = await checks.required(base, signal)
    return reduceCi({ ...push, required, checks: await checks.of(head_sha, signal) })
  } catch (error) {
    if (!(error instanceof ForgeError) || !error.retryable) throw error
    const why = `the forge could not be asked: ${cutCodePoints(oneLine(redactSecrets(thrownMessage(error))), 300)}`
    if (now - pushed_at >= knobs.deadline_ms) return { state: "timeout", jobs: [], why, next_look_at: null }
    const wait_ms = Math.max(knobs.look_every_ms, error.retry_after_ms ?? 0)
    const next_look_at = Math.min(now + wait_ms, pushed_at + knobs.deadline_ms)
    return { state: "pending", jobs: [], why, next_look_at: Math.max(next_look_at, now) }
  }
}
