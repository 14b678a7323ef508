import { cutCodePoints } from "@proofloop/foundation/text"
import type { Asked } from "../../gate/ask_json.ts"
import type { Gate } from "../../gate/gate.ts"
import type { RevisedPatch } from "./reply.ts"
import type { RevisedOutcome } from "./result.ts"

/**
 * Applies what the defender sent along through the list of critics that judges every change, with every manifest closed.
 * @requirement critics.qa
 */
export async function applyRevision(
  gate: Pick<Gate, "submit"> | null,
  patches: readonly RevisedPatch[],
  { emit, signal }: Asked,
): Promise<RevisedOutcome> {
  if (patches.length === 0) return { status: "none" }
  if (gate === null) return { status: "proposed" }
  const outcome = await gate.submit(
    { id: "qa", title: "close the gap that the questions found" },
    () => ({ patches, commit_message: "critic(qa): close the gap that the questions found" }),
    { phase: "qa", attempts: 1, allowed_manifests: [], signal },
  )
  if (outcome.status === "accepted") {
    emit({ type: "critic_qa.revised_kept", commit: outcome.commit })
    return { status: "kept", commit: outcome.commit }
  }
  const reason = cutCodePoints(outcome.status === "failed" ? outcome.error : "aborted", 200)
  emit({ type: "critic_qa.revised_reverted", reason })
  return { status: "reverted", reason }
}
