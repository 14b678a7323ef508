import { workOf } from "../../drive/step.ts"
import { lookAtCi } from "../ci/look_at_ci.ts"
import type { CiOutcome } from "../ci/outcome.ts"
import { baseOf, type RunContext } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

/** The present CI result of the head. Rejects as `lookAtCi` does. */
export async function lookFor(row: PipelineRun, context: RunContext): Promise<CiOutcome> {
  const { settings, signal } = context
  const { checks } = settings.forge
  const { head, pushed_at } = workOf(row, "head", "pushed_at")
  if (checks === null)
    return { state: "no_runs", jobs: [], why: "the forge runs no checks", next_look_at: null }
  return lookAtCi({
    checks,
    base: await baseOf(context, row),
    head_sha: head,
    pushed_at: Date.parse(pushed_at),
    now: settings.now(),
    knobs: settings.ci,
    signal,
  })
}
