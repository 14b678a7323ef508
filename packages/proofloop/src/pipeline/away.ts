import { errorCode } from "@proofloop/foundation/errors"
import { faultOf, reasonOf } from "@proofloop/jobs/internal"

/** A refusal by a forge, a model or git, which is no defect of ours. */
export interface Refused {
  readonly error: string
  /** It may be back later, and nothing has failed. */
  readonly is_away: boolean
}

/** null: nobody expected it. */
export function refusedBy(thrown: unknown): Refused | null {
  if (!OUTSIDE.has(errorCode(thrown))) return null
  return { error: reasonOf(thrown), is_away: faultOf(thrown) !== null }
}

const OUTSIDE: ReadonlySet<string> = new Set([
  "forge_error",
  "environment_fault",
  "model_error",
  "git_error",
  "spent",
])
