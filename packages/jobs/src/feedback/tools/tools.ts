import type { Tool } from "@proofloop/runtime"
import { critiqueTool } from "../critique/critique_turn.ts"
import { selfCorrectionSettings } from "../run/run_settings.ts"
import type { SelfCorrectionOptions } from "../settings.ts"
import { differentialTool } from "../steps/differential.ts"
import { applyTool } from "../steps/fix.ts"
import { localiseTool } from "../steps/localise.ts"
import { largeJobTool, planTool } from "../steps/plan.ts"
import { publishTool, recordTool } from "../steps/publish.ts"
import { triageTool } from "../steps/triage.ts"
import { testTool } from "../steps/write_test.ts"

const toolMakers = [
  triageTool,
  localiseTool,
  planTool,
  largeJobTool,
  critiqueTool,
  applyTool,
  testTool,
  differentialTool,
  publishTool,
  recordTool,
] as const

/**
 * The steps of the self-correction loop as ten tools, for a loop, `aiSdkTools` or an MCP server. A call says what is
 * to be done; repository, store, forge, base branch, runner and thresholds are the host's. Throws InvalidOptionError.
 * @requirement self-correction.tools
 */
export function selfCorrectionTools(options: SelfCorrectionOptions): readonly Tool[] {
  const settings = selfCorrectionSettings(options)
  return toolMakers.map((make) => make(settings))
}
