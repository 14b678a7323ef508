import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Forge } from "../../forge/forge.ts"
import type { PipelineRun } from "../run.ts"

/**
 * Names the breaker of a run's forge. An expired token or a limit of an account blocks all its repositories; a forge
 * without one is an account for each repository.
 */
export function forgeName(
  { name, account }: Pick<Forge, "name" | "account">,
  { url }: Pick<PipelineRun, "url">,
): string {
  return cutCodePoints(`${name} ${oneLine(account ?? url)}`, 200)
}
