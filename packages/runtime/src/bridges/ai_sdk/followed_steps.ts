/** A guard was given the steps of another run than the one it follows. */
export class StallGuardReusedError extends Error {
  readonly code = "stall_guard_reused"
  /** Steps of the run that the guard follows. */
  readonly followed_steps: number
  /** Steps that it was given instead. */
  readonly got_steps: number

  constructor(followed_steps: number, got_steps: number) {
    const got = got_steps < followed_steps ? `a run of ${got_steps}` : "the steps of another run"
    super(
      `This stall guard follows a run of ${followed_steps} steps and was given ${got}. ` +
        "Make a guard for each run, or call guard.reset() between runs " +
        "(guard.reset({ keep_evidence: true }) if the next call goes on with the same task).",
    )
    this.name = "StallGuardReusedError"
    this.followed_steps = followed_steps
    this.got_steps = got_steps
  }
}

export interface FollowedSteps<STEP> {
  /** The steps that were not taken before; throws `StallGuardReusedError` for those of another run. */
  take(steps: readonly STEP[]): readonly STEP[]
  forget(): void
}

/** Follows one run: its list of steps grows at the end, and the steps in it stay the same objects. */
export function followSteps<STEP>(): FollowedSteps<STEP> {
  let count = 0
  let first: STEP | undefined
  let last: STEP | undefined
  return {
    take(steps) {
      const continues = count === 0 || (steps[0] === first && steps[count - 1] === last)
      if (!continues) throw new StallGuardReusedError(count, steps.length)
      const fresh = steps.slice(count)
      count = steps.length
      first = steps[0]
      last = steps.at(-1)
      return fresh
    },
    forget() {
      count = 0
      first = undefined
      last = undefined
    },
  }
}
