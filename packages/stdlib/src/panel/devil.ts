import { thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { type Asked, askJson } from "../gate/ask_json.ts"
import { devil_reply, type ReviewFinding, isFlagged } from "./finding.ts"
import { toldFinding } from "./panel.ts"
import { devilMessages } from "./prompts.ts"

/** The findings of a reader that is asked to refuse the whole run; [] when it fails. @requirement critics.refiner */
export async function askDevil(
  model: Model,
  change: { readonly title: string; readonly diff: string },
  asked: Asked,
): Promise<readonly ReviewFinding[]> {
  const { emit } = asked
  try {
    const { findings } = await askJson(model, devilMessages(change.title, change.diff), devil_reply, {
      ...asked,
      role: "devil",
    })
    for (const finding of findings) emit({ type: "critic_devil.finding", ...toldFinding(finding) })
    const flagged = findings.filter(isFlagged).length
    emit({ type: "critic_devil.review.end", findings: findings.length, flagged })
    return findings
  } catch (error) {
    emit({ type: "critic_devil.crashed", error: cutCodePoints(thrownMessage(error), 300) })
    return []
  }
}
