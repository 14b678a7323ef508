import type { Check } from "./checks.ts"

export interface Conclusion {
  readonly state: Check["state"]
  readonly means: string
}

/** Words of forges for an ended check run or a status. An unknown word is a failure. */
export const CONCLUSIONS: Readonly<Record<string, Conclusion>> = {
  success: { state: "passed", means: "it passed" },
  neutral: { state: "passed", means: "it ended and objects to nothing" },
  skipped: { state: "skipped", means: "its condition did not hold, so that nothing ran" },
  failure: { state: "failed", means: "it failed" },
  error: { state: "failed", means: "the service of a status could not do its work" },
  timed_out: { state: "failed", means: "it ran into a limit of its own" },
  cancelled: { state: "cancelled", means: "somebody, a newer run or a limit of time ended it" },
  stale: { state: "cancelled", means: "it never ended, and the forge gave it up" },
  startup_failure: { state: "needs_person", means: "its workflow is not valid, so that it could not start" },
  action_required: { state: "needs_person", means: "it waits for somebody's approval" },
  pending: { state: "pending", means: "a status that is still to come" },
}
