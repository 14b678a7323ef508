import { workOf } from "../../drive/step.ts"
import { watchEvent } from "../ci/watch_event.ts"
import { keep, type RunStep, waitFor } from "../context/context.ts"
import type { CiReading } from "../run.ts"
import { handOver } from "./hand_over.ts"
import { lookFor } from "./look_for.ts"

/** One look at the CI of the pushed head. Pending waits. A time-out is told; the run goes on. Red is the next step's. */
export const readCiStep: RunStep = {
  name: "read_ci",
  needs: ["forge"],
  async run(row, context) {
    const { settings, tell } = context
    const { head, pushed_at } = workOf(row, "head", "pushed_at")
    const found = await lookFor(row, context)
    const { state, why, jobs, next_look_at } = found
    const elapsed_ms = settings.now() - Date.parse(pushed_at)
    const { type, ...fields } = watchEvent(found, { head_sha: head, elapsed_ms })
    tell(type, fields)
    if (state === "pending") {
      const deadline = Date.parse(pushed_at) + settings.ci.deadline_ms
      return waitFor(row, "ci", { look_at: next_look_at, deadline })
    }
    const looked_at = new Date(settings.now()).toISOString()
    const ci: CiReading = { head, state, why, jobs: jobs.slice(0, 50), looked_at }
    const note = { step: "read_ci", head, state, why }
    if (state === "needs_person") return handOver(row, context, { why: `CI: ${why}`, work: { ci }, note })
    return keep(context, row, { work: { ci }, note })
  },
}
