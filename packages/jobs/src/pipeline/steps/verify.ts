import { workOf } from "../../drive/step.ts"
import { type CheckRun, compareChecks, type Comparison } from "../check/run_check.ts"
import { checkIn, moveTo, type RunStep } from "../context/context.ts"
import { inPlace } from "../tree/place.ts"

/** The repository's check on the merge. No worse than on the published head: done. Worse: an alarm. */
export const verifyStep: RunStep = {
  name: "verify",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { merged_commit } = workOf(row, "merged_commit")
    const { base_check, head_check } = row.work
    const published = head_check === undefined || head_check.outcome === "unable" ? base_check : head_check
    await settings.forge.git.fetchCommit(settings.root, merged_commit, signal)
    const verification = await inPlace(
      settings,
      { root: settings.root, commit: merged_commit, signal },
      (place) => checkIn(place, context, row),
    )
    const { verdict, why } =
      verification === null
        ? { verdict: "unable" as const, why: "the repository has no check" }
        : compared(published, verification)
    const note = { step: "verify", merged_commit, verdict, why }
    const kept = verification === null ? {} : { verification }
    if (verdict === "worse") {
      tell("alarm", { commit: merged_commit, why })
      return moveTo("alarm", context, row, { work: { ...kept, alarm_commit: merged_commit }, note })
    }
    const said =
      verdict !== "fine"
        ? `merged; it could not be verified: ${why}`
        : `merged and verified${why === "" ? "" : `; ${why}`}`
    tell("verified", { commit: merged_commit, verdict })
    return moveTo("done", context, row, { work: { ...kept, ending: { how: "merged", why: said } }, note })
  },
}

/** A failed set-up on this machine says nothing against the merge. */
function compared(published: CheckRun | undefined, merged: CheckRun): Comparison {
  const found = compareChecks(published, merged)
  const is_machine = merged.outcome === "unable" && merged.setup_problem !== null
  return is_machine ? { ...found, verdict: "unable" } : found
}
