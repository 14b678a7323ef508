import { git, GitError, requireGit } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { conflictsIn } from "../../forge/conflicts.ts"
import { type CheckRun, compareChecks, withoutRemoved } from "../check/run_check.ts"
import { checkIn, keep, type RunContext, type RunOutcome, type RunStep } from "../context/context.ts"
import { tipOf } from "../review/own_commit.ts"
import type { PipelineRun } from "../run.ts"
import { inPlace } from "../tree/place.ts"
import { signOff } from "../work/commit_message.ts"
import { baseUpdates } from "./base_updates.ts"
import { handOver } from "./hand_over.ts"
import { pushHead } from "./push_head.ts"

/** Each one costs two runs of the check, and a CI run. */
const MAX_UPDATES = 20

/**
 * Merges the present base branch into the head, so that no commit that somebody has read is rewritten, and runs the
 * check on both. A conflict, or a worse check, is left to a person.
 */
export const updateBaseStep: RunStep = {
  name: "update_base",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { root } = settings
    const { outdated, head } = workOf(row, "outdated", "head")
    const { base_commit } = outdated
    if ((await baseUpdates(row, context)).length >= MAX_UPDATES)
      return stayBehind(row, context, `the base branch has moved on more than ${MAX_UPDATES} times`)
    const base_check = await inPlace(settings, { root, commit: base_commit, signal }, (place) =>
      checkIn(place, context, row),
    )
    const pushed = row.state === "pr-open" ? await pushedMerge(row, context) : null
    const merged = await inPlace(settings, { root, commit: pushed ?? head, signal }, async (place) => {
      const made = await (pushed === null
        ? mergeIn(place.root, base_commit, signOff(row, settings.signer))
        : { commit: pushed, conflicts: "" })
      return { ...made, check: made.commit === null ? null : await checkIn(place, context, row) }
    })
    const { commit, conflicts, check } = merged
    tell("base_updated", { base_commit, commit })
    if (commit === null) {
      const why = `the base branch has moved on, and the changes conflict with it in ${conflicts}`
      return stayBehind(row, context, why)
    }
    const { verdict, why } =
      check === null
        ? { verdict: "fine" as const, why: "" }
        : compareChecks(withoutMended(base_check, row), check)
    if (verdict === "worse" || verdict === "weaker")
      return stayBehind(row, context, `with what the base branch is now, the check is ${verdict}: ${why}`)
    const work = {
      head: commit,
      base_head: base_commit,
      outdated: null,
      ...(check === null ? {} : { head_check: check }),
      ...(base_check === null ? {} : { base_check }),
    }
    const note = { step: "update_base", base_commit, commit }
    if (row.state === "publishing") {
      await settings.forge.git.keep(root, commit, `${row.id}/update_base`, signal)
      return keep(context, row, { work, note })
    }
    return pushHead(row, context, { commit, work, note })
  },
}

/** The merge that was pushed before the run was killed; null: there is none. */
async function pushedMerge(row: PipelineRun, context: RunContext): Promise<string | null> {
  const { outdated, head } = workOf(row, "outdated", "head")
  const tip = await tipOf(row, context)
  if (tip === null) return null
  const parents = await requireGit(context.settings.root, ["log", "-1", "--format=%P", tip])
  return parents.trim() === `${head} ${outdated.base_commit}` ? tip : null
}

/** Merges a commit into the head of a tree; without a commit they conflict. Rejects with GitError. */
async function mergeIn(
  root: string,
  base_commit: string,
  trailers: readonly string[],
): Promise<{ readonly commit: string | null; readonly conflicts: string }> {
  const message = [`Merge the base branch at ${base_commit.slice(0, 12)}`, ...trailers].join("\n\n")
  const merge = ["merge", "--no-ff", "--no-edit", "--quiet", "-m", message, base_commit]
  const merged = await git(root, merge)
  if (merged.exit_code === 0)
    return { commit: (await requireGit(root, ["rev-parse", "HEAD"])).trim(), conflicts: "" }
  const conflicts = await conflictsIn(root)
  if (conflicts === "") throw new GitError(merge, merged)
  return { commit: null, conflicts }
}

/** The check's result on the base branch as if it had the run's work: what the run fixed must not fail again. */
function withoutMended(
  base_check: CheckRun | null,
  { work: { base_check: was, head_check: head, outcomes } }: PipelineRun,
): CheckRun | undefined {
  if (base_check === null) return undefined
  const base = withoutRemoved(base_check, outcomes)
  if (was?.outcome !== "red" || head === undefined || head.outcome === "unable") return base
  const mended = was.failing.filter((name) => !head.failing.includes(name))
  return { ...base, failing: base.failing.filter((name) => !mended.includes(name)) }
}

async function stayBehind(row: PipelineRun, context: RunContext, why: string): Promise<RunOutcome> {
  const { outdated } = workOf(row, "outdated")
  const work = { outdated: null, base_head: outdated.base_commit }
  const note = { step: "update_base", base_commit: outdated.base_commit, why }
  // The pull request says it.
  if (row.state === "publishing") return keep(context, row, { work, note })
  return handOver(row, context, { why, work, note })
}
