import { workOf } from "@proofloop/jobs"
import { ForgeError } from "@proofloop/jobs/forge"
import { keep, moveTo, type RunStep } from "../context/context.ts"

/** Ends a run whose pull request the forge has no more. */
export const leaveStep: RunStep = {
  name: "leave",
  async run(row, context) {
    const { ending } = workOf(row, "ending")
    context.tell("gone", { why: ending.why })
    return moveTo("done", context, row, { note: { step: "leave", why: ending.why } })
  },
}

/** The step of an open pull request; where that is not on the forge any more, the run is to end, and no further try is made. */
export function unlessGone(step: RunStep): RunStep {
  return {
    ...step,
    async run(row, context) {
      try {
        return await step.run(row, context)
      } catch (error) {
        const { pull_request } = row.work
        if (row.state !== "pr-open" || pull_request === undefined) throw error
        if (!isMissing(error)) throw error
        const gone = await context.settings.forge.pulls.get(pull_request.number, context.signal).then(
          () => false,
          (thrown: unknown) => isMissing(thrown),
        )
        if (!gone) throw error
        const why =
          `pull request ${pull_request.number} is gone: the forge has no such pull request, ` +
          "or its token may not see it any more"
        return keep(context, row, { work: { ending: { how: "gone", why } }, note: { step: step.name, why } })
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ForgeError && error.problem === "missing"
}
