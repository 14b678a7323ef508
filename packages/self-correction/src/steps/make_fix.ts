import { atCommit, type ChangeSet } from "@proofloop/foundation/git"
import type { EditHunk } from "../settings/settings.ts"
import { applyEdits, type EditOptions } from "./apply_edits.ts"
import {
  commitMessage,
  commitOnTop,
  feedbackIdOf,
  moveFixBranch,
  readFixBranch,
  resolveCommit,
} from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { weakenedTest } from "./test_weakened.ts"

export interface MakeFixOptions extends EditOptions {
  readonly root: string
  /** What the fix starts from. */
  readonly base_commit: string
  /** As `fixBranch` names it. */
  readonly branch: string
  readonly edits: readonly EditHunk[]
  /** Called with the name of each step before it is taken. What it throws ends it there. */
  readonly watch?: ((step: "edit" | "commit" | "move" | "clean") => void | Promise<void>) | undefined
}

export interface MadeFix {
  readonly commit: string
  /** Relative to `root`, each once, in the order of the edits. */
  readonly files_edited: readonly string[]
}

/**
 * Commits the edits on top of `base_commit` in a temporary work tree, then points the fix branch at the commit in one step; the same
 * edits come to the same commit. Rejects with a FixError, an InvalidOptionError for a bad branch, or a GitError; then
 * everything is as it was. @requirement self-correction.edits
 */
export async function makeFix(options: MakeFixOptions): Promise<MadeFix> {
  const { root, branch, edits, watch } = options
  const feedback_id = feedbackIdOf(branch)
  if (edits.length === 0) throw new FixError("invalid_edits", "there are no edits")
  const base = await resolveCommit(root, options.base_commit)
  const present = await readFixBranch(root, branch, base)
  return atCommit(root, base, async (tree) => {
    await watch?.("edit")
    const change = await applyEdits(tree, edits, options)
    await refuseWeakenedTests(change)
    const files_edited = change.files.map(({ path }) => path)
    await watch?.("commit")
    const message = commitMessage(`fix: feedback ${feedback_id}`, feedback_id)
    const to_commit = { paths: files_edited, message, present: present.commits }
    const commit = await commitOnTop(tree, base, to_commit)
    if (commit === null) throw new FixError("invalid_edits", "the edits change nothing")
    if (present.commits.some((known) => known.commit === commit)) return { commit, files_edited }
    await watch?.("move")
    await moveFixBranch(root, branch, commit, present.tip)
    await watch?.("clean")
    return { commit, files_edited }
  })
}

/** What makes a test green by taking it away is no fix. */
async function refuseWeakenedTests(change: ChangeSet): Promise<void> {
  for (const file of change.files) {
    const reason = weakenedTest(file)
    if (reason !== null) throw new FixError("invalid_edits", `${file.path}: ${reason}`)
  }
}
