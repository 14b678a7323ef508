import type { Tool } from "@proofloop/runtime"
import { selfCorrectionSettings } from "../run/run_settings.ts"
import type { SelfCorrectionOptions } from "../settings/settings.ts"
import { fixTools } from "./fix.ts"
import { publishTools } from "./publish.ts"
import { triageTools } from "./triage.ts"

/**
 * The steps of the self-correction loop as ten tools, for a loop, `aiSdkTools` or an MCP server. A call says what is to be
 * done; repository, store, forge, base branch, runner and thresholds are the host's. Throws InvalidOptionError.
 * @requirement self-correction.tools
 */
export function selfCorrectionTools(options: SelfCorrectionOptions): readonly Tool[] {
  const settings = selfCorrectionSettings(options)
  return [...triageTools(settings), ...fixTools(settings), ...publishTools(settings)]
}
