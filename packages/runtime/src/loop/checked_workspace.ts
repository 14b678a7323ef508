import type { WorkReading } from "@proofloop/foundation/git"
import type { Proof, Verdict } from "../protocol/verdict.ts"
import type { DetectorState } from "../stall/state.ts"
import { isVerified } from "../stall/work.ts"
import type { ReadLoopOptions } from "./options.ts"
import type { RunFiles } from "./run_files.ts"
import type { RunProcesses } from "./run_processes.ts"

/** A verdict with the digest of the files it is about, where a work tree is known. */
export type SeenVerdict = Verdict & {
  readonly workspace_sha256?: string | undefined
  /** Nothing ran: the pass that is on record is about these very files. */
  readonly reused?: true | undefined
}

export interface VerdictContext {
  readonly options: ReadLoopOptions
  readonly detector: DetectorState
  readonly files: RunFiles
  readonly processes: RunProcesses
  readonly signal: AbortSignal
}

/**
 * Asks for a verdict on unchanged files, once processes of earlier calls have ended. If files changed while a command
 * looked at them, it runs once more. A second change makes a pass `unable`, as do a change under a function and
 * unreadable files. A command whose pass on these files is on record does not run.
 * @requirement proof.workspace, proof.unread, proof.reused
 */
export async function verdictOnWorkspace(
  { options, detector, files, processes, signal }: VerdictContext,
  ask: () => Promise<Verdict>,
): Promise<SeenVerdict> {
  await processes.endBeforeCheck()
  const proof = standingProof(options, detector)
  const tries = typeof options.verify_completion === "object" ? 2 : 1
  let changed: readonly string[] = []
  for (let left = tries; left > 0; left -= 1) {
    const before = await files.read(signal)
    if (proof !== null && before !== null && proof.workspace_sha256 === before.sha256)
      return { status: "pass", check_id: proof.check_id, reused: true }
    const verdict = await ask()
    if (verdict.status !== "pass" || before === null) return verdict
    if (before.sha256 === null) return unread(before.reason)
    const after = await files.read(signal)
    if (after === null || after.sha256 === before.sha256)
      return { ...verdict, workspace_sha256: before.sha256 }
    if (after.sha256 === null) return unread(after.reason)
    changed = changedPaths(before, after)
  }
  const names = changed.slice(0, MOST_NAMES).map((path) => JSON.stringify(path.slice(0, LONGEST_NAME)))
  const more = changed.length > MOST_NAMES ? ` and ${changed.length - MOST_NAMES} more` : ""
  const reason = `files changed while the check looked at them, so that its pass is about neither state: ${names.join(", ")}${more}`
  return { status: "unable", reason }
}

const MOST_NAMES = 5
const LONGEST_NAME = 200

function unread(reason: string): Verdict {
  return { status: "unable", reason: `the check passed on files that cannot be read: ${reason}` }
}

type Read = Extract<WorkReading, { readonly sha256: string }>

function changedPaths({ entries: before }: Read, { entries: after }: Read): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}

/**
 * The proof that the configured command gave, while nothing failed or may have written since; else null. A function
 * is asked each time: it hears what the run said and why it stops, so its answer is not about files alone.
 */
function standingProof({ verify_completion }: ReadLoopOptions, detector: DetectorState): Proof | null {
  const { proof } = detector.work
  const is_own = typeof verify_completion === "object" && proof?.source === "command"
  // A command may have changed what the digest does not see, such as installed packages.
  return is_own && isVerified(detector) && !detector.work.ran_since_proof ? proof : null
}
