import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Forge } from "@proofloop/jobs/forge"
import type { PipelineRun } from "../run.ts"

/**
 * Names the breaker of a run's forge. Each repository has its own token, so an expired one does not block runs of
 * another repository.
 */
export function forgeName({ name }: Pick<Forge, "name">, { url }: Pick<PipelineRun, "url">): string {
  return cutCodePoints(`${name} ${oneLine(url)}`, 200)
}
