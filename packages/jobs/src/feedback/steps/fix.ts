import { atCommit, type ChangeSet } from "@proofloop/foundation/git"
import { defineTool, type Tool } from "@proofloop/runtime"
import type { EditHunk } from "@proofloop/stdlib/internal"
import { findForgedTests } from "@proofloop/stdlib/internal/critics"
import * as z from "zod"
import { workOf } from "../../drive/step.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { applyEdits, type EditOptions } from "./apply_edits.ts"
import {
  commitMessage,
  commitOnTop,
  feedbackIdOf,
  fixBranch,
  keepCommit,
  moveFixBranch,
  readFixBranch,
  resolveCommit,
} from "./fix_branch.ts"
import { FixError } from "./fix_error.ts"
import { reasonsTooLarge, sizeOf } from "./large_job.ts"
import { editablePaths, proposeEditsWith } from "./propose_edits.ts"
import { type FeedbackStep, fetchBase, inTreeOf, keep, orRefuted, refute } from "./step.ts"
import { EDITING, planInput } from "./tool_inputs.ts"

export interface MakeFixOptions extends EditOptions {
  readonly root: string
  readonly base_commit: string
  /** As `fixBranch` names it. */
  readonly branch: string
  readonly edits: readonly EditHunk[]
  /** Called with the name of each step before it. A throw stops there. */
  readonly watch?: ((step: "edit" | "commit" | "move" | "clean") => void | Promise<void>) | undefined
}

export interface MadeFix {
  readonly commit: string
  /** Relative to `root`, each once, in the order of the edits. */
  readonly files_edited: readonly string[]
}

/**
 * Commits the edits on top of `base_commit` in a temporary work tree, then moves the fix branch to the commit in one
 * step. The same edits give the same commit. Rejects with a FixError, an InvalidOptionError for a bad branch, or a
 * GitError; then nothing has changed.
 * @requirement self-correction.edits
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
    await refuseForgedTests(change)
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

/** An edit that removes a test to make it green is refused. */
async function refuseForgedTests(change: ChangeSet): Promise<void> {
  const [forged] = await findForgedTests(change)
  if (forged !== undefined) throw new FixError("invalid_edits", `${forged.path}: ${forged.message}`)
}

/** The edits, on the fix branch alone, from the present base branch. */
export const fixStep: FeedbackStep = {
  name: "fix",
  needs: ["forge", "model"],
  run: orRefuted("fix", "fix", async (row, context) => {
    const { settings } = context
    const { plan, hits } = workOf(row, "plan", "hits")
    const base_commit = await fetchBase(context, row)
    const branch = fixBranch(row.id)
    const propose = settings.propose_edits ?? proposeEditsWith(settings.modelFor("fix"), settings)
    const edits = await inTreeOf(row, base_commit, context, propose)
    const editable_paths = editablePaths(plan, hits)
    const made = await makeFix({ root: settings.root, base_commit, branch, edits, plan, editable_paths })
    // The plan's approver has seen its subject.
    const is_approved = row.work.approval !== undefined
    const too_large = is_approved ? [] : await reasonsTooLarge(settings, plan, { base_commit, ...made })
    if (too_large.length > 0) {
      const reason = `nobody approved so large a change, which was planned smaller: ${too_large.join("; ")}`
      return refute("fix", row, context, { reasons: [reason], redo: "fix" })
    }
    await keepCommit(context, row, "fix", made.commit)
    const { total_loc_estimate: lines_changed } = await sizeOf(settings.root, { base_commit, ...made })
    const told = { commit: made.commit, files: made.files_edited.length, lines_changed }
    context.tell("fixed", told)
    const note = { step: "fix", branch, base_commit, ...told }
    return keep(context, row, { work: { base_commit, branch, fix: { ...made, lines_changed } }, note })
  }),
}

export function applyTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "apply_self_fix",
    description:
      "Commits edits of the plan's files on the fix branch of a feedback, all or none, on top of the host's base branch; an earlier fix on that branch is replaced. The work tree is not touched.",
    input: z.strictObject({
      plan: planInput,
      edits: z
        .array(
          z.strictObject({
            path: z.string().min(1).max(500),
            old_string: z
              .string()
              .max(1_000_000)
              .describe("Stands in the file exactly once, unless replace_all"),
            new_string: z.string().max(1_000_000),
            replace_all: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(200),
    }),
    annotations: EDITING,
    async run({ plan, edits }, { signal }) {
      const { root } = settings
      const base_commit = await fetchBase({ settings, signal })
      const branch = fixBranch(plan.feedback_id)
      const editable_paths = editablePaths(plan, [])
      const made = await makeFix({ root, base_commit, branch, edits, plan, editable_paths })
      return { ok: true, result: { feedback_id: plan.feedback_id, branch, base_commit, ...made } }
    },
  })
}
