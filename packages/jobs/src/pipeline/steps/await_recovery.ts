import { workOf } from "../../drive/step.ts"
import { compareChecks, withoutRemoved } from "../check/run_check.ts"
import { baseOf, checkIn, keep, moveTo, type RunStep, waitFor } from "../context/context.ts"
import { inPlace } from "../tree/place.ts"

const LOOK_EVERY_MS = 5 * 60_000

/** Looks whether the base branch has moved on since the alarm, and runs the check there. A person may close the alarm as well. */
export const awaitRecoveryStep: RunStep = {
  name: "await_recovery",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { forge, root, now } = settings
    const { alarm_commit } = workOf(row, "alarm_commit")
    const tip = await forge.git.fetchBranch(root, await baseOf(context, row), signal)
    if (tip === alarm_commit) return waitFor(row, "recovery", { look_at: now() + LOOK_EVERY_MS })
    const check = await inPlace(settings, { root, commit: tip, signal }, (place) =>
      checkIn(place, context, row),
    )
    const { base_check, outcomes } = row.work
    const before = base_check === undefined ? undefined : withoutRemoved(base_check, outcomes)
    const { verdict, why } = check === null ? { verdict: "unable", why: "" } : compareChecks(before, check)
    const note = { step: "await_recovery", commit: tip, verdict, why }
    if (verdict !== "fine" || check === null) {
      const kept = await keep(context, row, { work: { alarm_commit: tip }, note })
      return waitFor(kept.row, "recovery", { look_at: now() + LOOK_EVERY_MS })
    }
    tell("recovered", { commit: tip })
    const ending = { how: "merged", why: `merged; the alarm is over at ${tip.slice(0, 12)}` } as const
    return moveTo("done", context, row, { work: { verification: check, ending }, note })
  },
}
