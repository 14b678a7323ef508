import { cutCodePoints } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import type { CheckRun } from "../check/run_check.ts"
import { checkIn, measure, moveTo, type RunStep } from "../context/context.ts"
import { isSwitched, type PipelineRun } from "../run.ts"
import { inPlace } from "../tree/place.ts"

class CannotCheckError extends Error {
  readonly code = "cannot_check"
}

/**
 * The findings at the base commit, and the result of the repository's own check. With nothing to do the run is done.
 * One that nothing could check fails here, before a model is asked, unless it is switched to "unchecked".
 */
export const analyseStep: RunStep = {
  name: "analyse",
  needs: ["runner"],
  async run(row, context) {
    const { settings, signal } = context
    const { base_commit } = workOf(row, "base_commit")
    const found = await inPlace(
      settings,
      { root: settings.root, commit: base_commit, signal },
      async (place) => {
        const base_check = await checkIn(place, context, row)
        const report = await measure(place, context, {
          url: row.url,
          commit: base_commit,
          check: base_check,
        })
        return { report, base_check }
      },
    )
    const { report, base_check } = found
    const open = report.metrics.filter(({ status }) => status === "fail" || status === "warn")
    const note = { step: "analyse", score: report.score, open: open.map(({ name }) => name) }
    const work = { report, ...(base_check === null ? {} : { base_check }) }
    context.tell("analysed", {
      score: report.score,
      open: open.map(({ name }) => name),
      check: base_check?.outcome ?? "none",
    })
    if (open.length > 0) {
      requireCheck(row, base_check)
      return moveTo("planning", context, row, { work, note })
    }
    const unable =
      base_check?.outcome === "unable" ? `, and the check says nothing: ${base_check.reason}` : ""
    const why = cutCodePoints(`every analyser is content${unable}`, 1000)
    const ending = { how: "nothing_to_do", why } as const
    return moveTo("done", context, row, { work: { ...work, ending }, note: { ...note, ending } })
  },
}

function requireCheck(row: PipelineRun, check: CheckRun | null): void {
  if (isSwitched(row, "unchecked") || (check !== null && check.outcome !== "unable")) return
  const why =
    check === null
      ? "the repository has no check of its own, --check names one"
      : `it cannot be checked here: ${check.reason}`
  throw new CannotCheckError(`${why}; --unchecked goes on with critics alone`)
}
