import { commitPaths } from "@proofloop/foundation/git"
import { type PassedChange, takeBack } from "./attempt.ts"
import { taggedMessage } from "./commit_message.ts"
import type { Tell } from "./event.ts"
import type { AcceptedChange, HeldChange } from "./outcome.ts"
import type { Submission } from "./submission.ts"
import type { ProposedPatches } from "./subtask.ts"
import { isJudged } from "./verdict_events.ts"

/** Keeps a change that passed, or holds it open. Rejects with GitError, the change then taken back. */
export async function acceptChange(
  submission: Submission,
  proposal: ProposedPatches,
  passed: PassedChange,
  place: { readonly attempt: number; readonly tell: Tell },
): Promise<AcceptedChange> {
  const { applied, verdicts } = passed
  const held: HeldChange = {
    keep: async () => keepChange(submission, proposal, passed, place.tell),
    undo: async () => takeBack(applied, place.tell),
  }
  return {
    status: "accepted",
    change: applied.change,
    commit: submission.hold ? null : await held.keep(),
    attempts: place.attempt,
    verdicts,
    judged: isJudged(verdicts),
    held: submission.hold ? held : null,
  }
}

/** Commits exactly the touched paths and moves the baselines forward. */
async function keepChange(
  { settings, subtask, baselines }: Submission,
  { commit_message }: ProposedPatches,
  { applied, measured }: PassedChange,
  tell: Tell,
): Promise<string | null> {
  const { root, commit, commit_tag } = settings
  const paths = applied.change.files.map(({ path }) => path)
  let id: string | null = null
  try {
    const message = taggedMessage(commit_message, subtask.title, commit_tag)
    if (commit)
      id = await commitPaths(root, paths, message, {
        before_move: async (made) => applied.committing(made),
      })
  } catch (error) {
    await takeBack(applied, tell)
    throw error
  }
  await applied.accept()
  baselines.moveTo(measured)
  return id
}
