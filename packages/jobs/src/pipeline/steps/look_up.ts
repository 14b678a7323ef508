import { workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { keep, type RunContext, type RunStep, waitFor } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

const LOOK_EVERY_MS = 5 * 60_000

/** Looks whether the forge shows the pull request again. Until then a person has to decide about the run. */
export const lookUpStep: RunStep = {
  name: "look_up",
  needs: ["forge"],
  async run(row, context) {
    const { number } = workOf(row, "pull_request").pull_request
    if (await isGone(row, context))
      return waitFor(row, "merge", { look_at: context.settings.now() + LOOK_EVERY_MS })
    return keep(context, row, { work: { gone: null }, note: { step: "look_up", number } })
  },
}

/**
 * The step of an open pull request. When the forge no longer shows it, a person is told once and no try counts. When
 * the repository cannot be read either, the forge counts as unreachable.
 */
export function unlessGone(step: RunStep): RunStep {
  return {
    ...step,
    async run(row, context) {
      try {
        return await step.run(row, context)
      } catch (error) {
        if (row.state !== "pr-open" || !isMissing(error) || !(await isGone(row, context))) throw error
        const { number } = workOf(row, "pull_request").pull_request
        const why = `the forge shows no pull request ${number}: it is gone, or the token may not see it any more`
        context.tell("handed_over", { why })
        return keep(context, row, { work: { gone: { why } }, note: { step: step.name, gone: why } })
      }
    },
  }
}

/** Rejects with ForgeError, also where the whole repository is not shown. */
async function isGone({ work }: PipelineRun, { settings, signal }: RunContext): Promise<boolean> {
  const { forge } = settings
  if (work.pull_request === undefined) return false
  try {
    await forge.pulls.get(work.pull_request.number, signal)
    return false
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  // A forge gives the same answer for a repository that it hides.
  await forge.defaultBranch(signal)
  return true
}

function isMissing(error: unknown): error is ForgeError {
  return error instanceof ForgeError && error.problem === "missing"
}
