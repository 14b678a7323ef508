import { cutCodePoints } from "@proofloop/foundation/text"
import { workOf } from "@proofloop/jobs"
import { checkIn, measure, moveTo, type RunStep } from "../context/context.ts"
import { inPlace } from "../tree/place.ts"

/** The findings at the base commit, and the result of the repository's own check. With nothing to do the run is done. */
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
    if (open.length > 0) return moveTo("planning", context, row, { work, note })
    const unable =
      base_check?.outcome === "unable" ? `, and the check says nothing: ${base_check.reason}` : ""
    const why = cutCodePoints(`every analyser is content${unable}`, 1000)
    const ending = { how: "nothing_to_do", why } as const
    return moveTo("done", context, row, { work: { ...work, ending }, note: { ...note, ending } })
  },
}
