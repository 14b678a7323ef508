import { atCommit } from "@proofloop/foundation/git"
import type { Feedback, FixPlan } from "../feedback/feedback.ts"
import { draftPlan } from "../steps/draft_plan.ts"
import { isLargeJob } from "../steps/large_job.ts"
import { extractKeywords, localise } from "../steps/localise.ts"
import { earlierMinutes } from "./earlier_minutes.ts"
import { largeJobOptions } from "./run_settings.ts"
import { type DriveStep, keep, moveTo, type StepContext, workOf, fetchBase } from "./step.ts"

/** The lines the cause may be in. */
export const localiseStep: DriveStep = async (row, context) => {
  const base_commit = await fetchBase(context)
  const { hits, skipped, fallback } = await atCommit(context.settings.root, base_commit, (root) =>
    localise({
      root,
      candidate_files: row.work.triage?.candidate_files ?? [],
      keywords: extractKeywords(row.body),
    }),
  )
  const told = { hits: hits.length, skipped: skipped.length, fallback }
  context.tell("localised", told)
  return keep(context, row, { work: { hits, base_commit }, note: { step: "localise", ...told } })
}

/** The plan of this round, from which the row goes on to be fixed, or to be approved when it is a large job. */
export const plan: DriveStep = async (row, context) => {
  const known = row.work.plan
  const is_new = known?.refinement_round !== row.refinement_round
  const drafted = known === undefined || is_new ? await draft(row, context) : known
  const { large, reasons } = isLargeJob(drafted, largeJobOptions(context.settings))
  const { total_loc_estimate, refinement_round } = drafted
  const told = { plan_loc_estimate: total_loc_estimate, refinement_round, large, reasons }
  context.tell("planned", told)
  const change = { work: { plan: drafted }, note: { step: "plan", ...told } }
  return moveTo(large ? "awaiting-approval" : "in-fix", context, row, change)
}

async function draft(row: Feedback, context: StepContext): Promise<FixPlan> {
  const { settings, signal } = context
  const { triage, hits } = workOf(row, "triage", "hits")
  const asked = (await settings.store.approvals(row.id)).findLast(({ answer }) => answer === "refine")
  const earlier_minutes = await earlierMinutes(settings.store)
  const commit = row.work.base_commit ?? (await fetchBase(context))
  const { prices, prompt_dir, clock, on_event } = settings
  return atCommit(settings.root, commit, (root) =>
    draftPlan({
      model: settings.modelFor("plan"),
      feedback: row,
      triage,
      hits,
      root,
      round: row.refinement_round,
      refinement: asked?.reply ?? null,
      previous: row.work.plan ?? null,
      prices,
      earlier_minutes,
      prompt_dir,
      clock,
      signal,
      on_event,
    }),
  )
}
