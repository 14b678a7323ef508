import type { Case } from "./case.ts"
import type { Implementation } from "./implementation.ts"
import { difference } from "./match.ts"

/** Asks the case's subject and compares the answer. */
export async function driveGolden(implementation: Implementation, played: Case): Promise<string | null> {
  const { subject = "", input = {} } = played
  const reply = await implementation.request({ type: "judge", subject, input })
  if (reply.error) return `refused ${reply.error.option}: ${reply.error.message}`
  return difference(played.expect, reply.answer, "answer")
}
