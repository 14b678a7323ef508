import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Forge } from "@proofloop/jobs/forge"
import type { PipelineRun } from "../run.ts"

/** Names the breaker of a run's forge. Repositories have tokens of their own: one that expired keeps no run of another one from its forge. */
export function forgeName({ name }: Pick<Forge, "name">, { url }: Pick<PipelineRun, "url">): string {
  return cutCodePoints(`${name} ${oneLine(url)}`, 200)
}
