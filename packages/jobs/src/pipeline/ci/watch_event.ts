import type { JsonObject } from "@proofloop/foundation/text"
import type { CiOutcome, CiState } from "./outcome.ts"

const TYPES: Readonly<Record<CiState, string>> = {
  pending: "ci.watch.poll",
  green: "ci.watch.success",
  red: "ci.watch.failure",
  no_runs: "ci.watch.no_runs",
  timeout: "ci.watch.timeout",
  needs_person: "ci.watch.needs_person",
}

/** A look as a record of a run's log. `elapsed_ms` counts from the push. */
export function watchEvent(
  { state, jobs, why }: CiOutcome,
  {
    head_sha,
    elapsed_ms,
  }: {
    readonly head_sha: string
    /** Milliseconds since the push. */
    readonly elapsed_ms: number
  },
): JsonObject & {
  readonly type: string
} {
  return { type: TYPES[state], state, head_sha, elapsed_ms, jobs: jobs.map(({ name }) => name), why }
}
