import type { Proof, Verdict } from "../protocol/verdict.ts"
import type { DetectorState } from "../stall/state.ts"
import { isVerified } from "../stall/work.ts"
import type { AgentLoopOptions } from "./options.ts"

/** A verdict with the digest of the files it is about, where a work tree is known. */
export type SeenVerdict = Verdict & {
  readonly workspace_sha256?: string | undefined
  /** Nothing ran: the pass that is on record is about these very files. */
  readonly reused?: true | undefined
}

/** The work tree that checks look at, where it is known. */
export function checkedRoot({ workspace_root, verify_completion }: AgentLoopOptions): string | undefined {
  return workspace_root ?? (typeof verify_completion === "object" ? verify_completion.cwd : undefined)
}

/** Digest of the work tree that checks look at; null where none is known, or it cannot be read. */
export async function checkedWorkspace(options: AgentLoopOptions): Promise<string | null> {
  const root = checkedRoot(options)
  if (root === undefined) return null
  // Of a run without a work tree git is not even loaded.
  const { workspaceDigest } = await import("@proofloop/foundation/git")
  return workspaceDigest(root)
}

/**
 * Asks for a verdict on files that stay as they are: when they changed while a command looked at them, it is run once more;
 * then, and at once for a function, a pass is `unable`. A command whose pass on these very files is on record does not run.
 * @requirement proof.workspace, proof.reused
 */
export async function verdictOnWorkspace(
  options: AgentLoopOptions,
  detector: DetectorState,
  ask: () => Promise<Verdict>,
): Promise<SeenVerdict> {
  const proof = standingProof(options, detector)
  const tries = typeof options.verify_completion === "object" ? 2 : 1
  for (let left = tries; left > 0; left -= 1) {
    const before = await checkedWorkspace(options)
    if (proof !== null && before !== null && proof.workspace_sha256 === before)
      return { status: "pass", check_id: proof.check_id, reused: true }
    const verdict = await ask()
    if (verdict.status !== "pass" || before === null) return verdict
    if ((await checkedWorkspace(options)) === before) return { ...verdict, workspace_sha256: before }
  }
  const reason = "files changed while the check looked at them, so that its pass is about neither state"
  return { status: "unable", reason }
}

/**
 * The proof that the configured command gave, while nothing failed or may have written since; else null. A function is told
 * what the run said and why it stops: its answer is not about files alone, so it is asked each time.
 */
function standingProof({ verify_completion }: AgentLoopOptions, detector: DetectorState): Proof | null {
  const { proof } = detector.work
  const is_own = typeof verify_completion === "object" && proof?.source === "command"
  return is_own && isVerified(detector) ? proof : null
}
