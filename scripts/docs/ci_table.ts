import { CONCLUSIONS } from "../../packages/jobs/src/forge/conclusions.ts"
import { WEIGHTS } from "../../packages/jobs/src/pipeline/ci/standing.ts"
import { table } from "./markdown.ts"

/** What each word of a forge means for a pushed commit. */
export function ciTable(): string {
  const rows = Object.entries(CONCLUSIONS).map(([word, { state, means }]) => {
    const { counts, beside } = WEIGHTS[state]
    return [`\`${word}\``, means, state, counts, beside]
  })
  const other = ["any other word", "unknown", "failed", WEIGHTS.failed.counts, WEIGHTS.failed.beside]
  return table(
    ["word of the forge", "it means", "state", "a check that counts", "one that is not required"],
    [...rows, other],
  )
}
