import { workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { baseOf, checkIn, keep, measure, type RunContext, type RunStep } from "../context/context.ts"
import { withPart } from "../publish/marked_part.ts"
import { pullRequestBody } from "../publish/pull_request_body.ts"
import type { PipelineRun } from "../run.ts"
import { inPlace } from "../tree/place.ts"
import { besideBase } from "./base_updates.ts"

/** Checks and measures a head that was pushed after the pull request was opened, and updates its body with the results. */
export const describeStep: RunStep = {
  name: "describe",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { settings, signal } = context
    const { head, pull_request } = workOf(row, "head", "pull_request")
    const { check, report_after } = await inPlace(
      settings,
      { root: settings.root, commit: head, signal },
      async (place) => {
        const found = await checkIn(place, context, row)
        const report = await measure(place, context, { url: row.url, commit: head, check: found })
        return { check: found, report_after: report }
      },
    )
    const work = { report_after, ...(check === null ? {} : { head_check: check }) }
    const body = await bodyOf({ ...row, work: { ...row.work, ...work } }, context)
    const problem = await rewrite(pull_request.number, body, context)
    const note = { step: "describe", head, check: check?.outcome ?? null, problem }
    return keep(context, row, { work, note })
  },
}

async function bodyOf(row: PipelineRun, context: RunContext): Promise<string> {
  const { settings, signal } = context
  const { root, forge } = settings
  const base = await forge.git.fetchBranch(root, await baseOf(context, row), signal)
  const otherwise = "the base branch has moved on since the pull request was opened"
  return pullRequestBody(row, await besideBase(row, context, base, otherwise))
}

/** Why the body could not be updated, in words; null: it was, or a person has edited it. A run does not fail with it. */
async function rewrite(
  number: number,
  text: string,
  { settings, signal }: RunContext,
): Promise<string | null> {
  try {
    await settings.forge.pulls.rewrite(number, (body) => withPart(body, text), signal)
    return null
  } catch (error) {
    if (error instanceof ForgeError && error.problem === "refused" && !error.retryable) return error.message
    throw error
  }
}
