import type { StallWarning } from "../protocol/warning.ts"
import { patternNamed } from "./patterns.ts"
import { shownName } from "./patterns/words.ts"

/**
 * What a nudge tells the model: what repeats, the evidence, and what to do instead.
 * @requirement ladder.feedback.content
 */
export function feedbackText(warning: StallWarning, trips: number, says?: string): string {
  const said = says ?? patternNamed(warning.pattern)?.says?.(warning)
  if (said !== undefined) return said
  if (warning.hard_stop) {
    return `Hard stop: ${warning.pattern} after ${trips} trips without recovery. Stop here and report what blocks you.`
  }
  const tool = warning.tool_name === "" ? "" : ` on ${shownName(warning.tool_name)}`
  return (
    `Stall detected: ${warning.pattern}${tool}, ${warning.count} times. ` +
    "Use different evidence, finish, or say why repeating this is the right step."
  )
}
