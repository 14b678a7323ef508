import { requireGit } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { compareChecks } from "../check/run_check.ts"
import { checkIn, measure, moveTo, type RunStep } from "../context/context.ts"
import type { SubtaskOutcome } from "../run.ts"
import { inPlace } from "../tree/place.ts"

class NothingDoneError extends Error {
  readonly code = "nothing_done"
}

export const checkStep: RunStep = {
  name: "check",
  needs: ["runner"],
  async run(row, context) {
    const { settings, signal } = context
    const { head, outcomes = [], base_check, head_check: known = base_check } = row.work
    if (head === undefined) throw new NothingDoneError(whyNothing(outcomes))
    const found = await inPlace(settings, { root: settings.root, commit: head, signal }, async (place) => {
      const head_check = await checkIn(place, context, row)
      return {
        head_check,
        report_after: await measure(place, context, { url: row.url, commit: head, check: head_check }),
      }
    })
    await requireAncestors(settings.root, outcomes, head)
    const { head_check, report_after } = found
    if (head_check !== null) {
      const { verdict, why } = compareChecks(known, head_check)
      if (verdict === "worse" || verdict === "weaker")
        throw new NothingDoneError(`the check of the work, in a fresh tree, is ${verdict}: ${why}`)
    }
    const { report } = workOf(row, "report")
    context.tell("checked", {
      check: head_check?.outcome ?? "none",
      score_before: report.score,
      score_after: report_after.score,
    })
    return moveTo("publishing", context, row, {
      work: { report_after, ...(head_check === null ? {} : { head_check }) },
      note: { step: "check", head, check: head_check?.outcome ?? null, score: report_after.score },
    })
  },
}

/** The head holds every commit, whichever machine went on. */
async function requireAncestors(
  root: string,
  outcomes: readonly SubtaskOutcome[],
  head: string,
): Promise<void> {
  const made = outcomes.flatMap(({ id, commit }) => (commit === null ? [] : [{ id, commit }]))
  if (made.length === 0) return
  const lacking = await requireGit(root, ["rev-list", ...made.map(({ commit }) => commit), `^${head}`])
  const missing = made.find(({ commit }) => lacking.split("\n").includes(commit))
  if (missing !== undefined)
    throw new NothingDoneError(
      `commit ${missing.commit.slice(0, 12)} of ${missing.id} is not in ${head.slice(0, 12)}`,
    )
}

function whyNothing(outcomes: readonly { readonly id: string; readonly error: string | null }[]): string {
  const errors = outcomes.flatMap(({ id, error }) => (error === null ? [] : [`${id}: ${error}`]))
  return `no subtask came to a commit. ${errors.slice(0, 3).join(" ")}`.trim().slice(0, 1000)
}
