import { z } from "zod"
import { lastReport } from "../../../mutation/last_report.mjs"
import type { FigureGroup } from "../figure.ts"
import { EXACT } from "../noise.ts"

const report = z.record(
  z.string(),
  z.object({
    commit: z.string(),
    dirty: z.boolean(),
    date: z.string(),
    score: z.number(),
    threshold: z.number(),
    found: z.number(),
    missed: z.number(),
    equivalent: z.number(),
  }),
)

/** What the last run of each part noted: it takes an hour or two. */
export const mutation: FigureGroup = {
  name: "mutation",
  about:
    "small changes of the code that the tests of the folder find; the last run of each whole part on this machine",
  command: "npm run mutation",
  figures: {
    score: { what: "mutants found in", unit: "%", better: "higher", noise: { part: 0, least: 0.3 } },
    missed: { what: "mutants missed in", unit: "count", better: "lower", noise: EXACT },
  },
  measure({ root }) {
    const parts = Object.entries(report.parse(lastReport(root)))
    if (parts.length === 0) {
      return Promise.resolve({ absent: "no whole run is noted here; npm run mutation notes its own" })
    }
    return Promise.resolve(
      parts.flatMap(([of, { commit, dirty, date, ...counts }]) => {
        const at = { commit, dirty, date, load: null }
        const note = `at least ${counts.threshold} %; ${counts.found} found, ${counts.equivalent} equivalent`
        return [
          { figure: "score", of, value: counts.score, at, note },
          { figure: "missed", of, value: counts.missed, at },
        ]
      }),
    )
  },
}
