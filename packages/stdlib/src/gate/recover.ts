import { thrownMessage } from "@proofloop/foundation/errors"
import { unfinishedWork, isRepository } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { recoverPatches } from "../workspace/patch/recover_patches.ts"
import type { GateSettings } from "./settings.ts"

/** Undoes what a killed process left half-done, and returns why the gate cannot work; null: it can. */
export async function prepareTree({ root, commit, emit }: GateSettings): Promise<string | null> {
  if (commit && !(await isRepository(root)))
    return `${root} is not a git repository, so nothing could be committed`
  const busy = commit ? await unfinishedWork(root) : null
  if (busy !== null) return `The repository is ${busy}, so nothing could be committed`
  try {
    const paths = await recoverPatches(root)
    if (paths.length > 0) emit({ type: "critic_gate.recovered", paths })
  } catch (error) {
    emit({ type: "critic_gate.recovery_conflict", error: cutCodePoints(thrownMessage(error), 300) })
  }
  return null
}
