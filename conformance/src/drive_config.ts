import type { Case } from "./case.ts"
import type { Implementation } from "./implementation.ts"
import { difference } from "./match.ts"

/** Gives a case's options to the implementation: they are refused as the case says, or resolve to its values. */
export async function driveConfig(implementation: Implementation, played: Case): Promise<string | null> {
  const reply = await implementation.request({ type: "start", options: played.options, tools: played.tools })
  if (!played.error) {
    if (reply.error) return `refused ${reply.error.option}: ${reply.error.message}`
    return difference(played.resolved ?? {}, reply.config, "resolved")
  }
  if (!reply.error) return `expected ${played.error.option} to be refused, but the options were accepted`
  const { option, contains = [] } = played.error
  return difference({ option, message: { contains } }, reply.error, "error")
}
