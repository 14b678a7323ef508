import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { atCommit } from "@proofloop/foundation/git"
import { systemClock } from "@proofloop/foundation/process"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { workOf } from "../../drive/step.ts"
import { type Feedback, FIX_CLASSES, type FixPlan, MAX_PLAN_REFINEMENTS } from "../feedback.ts"
import { ask } from "../prompt_files/ask.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { isLargeJob, LARGE_JOB_LOC, largeJobOptions } from "./large_job.ts"
import { earlierMinutes, estimateCost } from "./plan_cost.ts"
import { draftFiles, type PlannedFile, plannedFiles, refusedFile } from "./plan_files.ts"
import { type DraftPlanOptions, planPromptValues } from "./plan_prompt.ts"
import { atBase, type FeedbackContext, type FeedbackStep, fetchBase, moveTo } from "./step.ts"
import { hitInput, idInput, planInput, THINKING } from "./tool_inputs.ts"

/**
 * The plan of a fix. Files, line estimates, criterion and cost come from the hits and the disk. A model writes the
 * words and may name only files of the hits or new ones. Before the model is asked, throws InvalidOptionError for a
 * round above 3 and incomplete feedback. Rejects with LlmError, or with the model's error.
 * @requirement self-correction.plan
 */
export async function draftPlan(options: DraftPlanOptions): Promise<FixPlan> {
  const { model, feedback, triage, hits, clock = systemClock } = options
  const round = numberOption("round", options.round ?? 0, 0, MAX_PLAN_REFINEMENTS)
  for (const name of ["id", "body"] as const) {
    if (feedback[name].trim() !== "") continue
    throw new InvalidOptionError({ option: `feedback.${name}`, expected: "a text", got: feedback[name] })
  }
  const draft = draftFiles(hits)
  const success_criterion = feedback.success_criterion ?? defaultCriterion(feedback.id)
  const values = planPromptValues(options, draft, success_criterion)
  const form = { ...options, schema: planReply(options.root, draft) }
  const answer = await ask(model, "fix_plan", values, form)
  const files = plannedFiles(answer.files, draft)
  return {
    feedback_id: feedback.id,
    fix_class: triage.fix_class,
    root_cause: answer.root_cause,
    proposed_change: answer.proposed_change,
    regression_test_sketch: answer.regression_test_sketch,
    files,
    alternatives_considered: answer.alternatives_considered.map(
      ({ alternative, why_not }) => `${alternative}: ${why_not}`,
    ),
    risks: answer.risks,
    success_criterion,
    cost_estimate: await estimateCost({ ...options, files }),
    refinement_round: round,
    created_at: new Date(clock.now()).toISOString(),
    total_loc_estimate: files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0),
  }
}

function defaultCriterion(id: string): string {
  return `Feedback ${id} is verified: its regression test is green on the merged commit.`
}

const text = z.string().trim().min(1).max(4000)

function planReply(root: string, draft: readonly PlannedFile[]) {
  const file = z
    .strictObject({
      path: z.string().min(1).max(500),
      operation: z.enum(["edit", "create", "delete"]).default("edit"),
      loc_estimate: z.int().min(0).max(100_000).optional(),
    })
    .superRefine((proposed, context) => {
      const refusal = refusedFile(proposed, { root, draft })
      if (refusal !== null) context.addIssue({ code: "custom", message: refusal })
    })
  const files = z
    .array(file)
    .min(draft.length === 0 ? 1 : 0)
    .max(50)
    .refine((all) => new Set(all.map(({ path }) => path)).size === all.length, {
      error: "a file may stand there once",
    })
  return z.strictObject({
    root_cause: text,
    proposed_change: text,
    files: draft.length === 0 ? files : files.default([]),
    regression_test_sketch: text,
    alternatives_considered: z
      .array(z.strictObject({ alternative: text, why_not: text }))
      .min(1)
      .max(10),
    risks: z.array(text).max(20),
  })
}

/** The plan of this round; the row goes on to its fix, or to approval when it is a large job. */
export const planStep: FeedbackStep = {
  name: "plan",
  needs: ["forge", "model"],
  async run(row, context) {
    const known = row.work.plan
    const is_new = known?.refinement_round !== row.refinement_round
    const drafted = known === undefined || is_new ? await draft(row, context) : known
    const { large, reasons } = isLargeJob(drafted, largeJobOptions(context.settings))
    const { total_loc_estimate, refinement_round } = drafted
    const told = { plan_loc_estimate: total_loc_estimate, refinement_round, large, reasons }
    context.tell("planned", told)
    const change = { work: { plan: drafted }, note: { step: "plan", ...told } }
    return moveTo(large ? "awaiting-approval" : "in-fix", context, row, change)
  },
}

async function draft(row: Feedback, context: FeedbackContext): Promise<FixPlan> {
  const { settings, signal } = context
  const { triage, hits } = workOf(row, "triage", "hits")
  const asked = (await settings.store.approvals(row.id)).findLast(({ answer }) => answer === "refine")
  const earlier_minutes = await earlierMinutes(settings.store)
  const commit = row.work.base_commit ?? (await fetchBase(context, row))
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

export function planTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "draft_fix_plan",
    description:
      "The plan of a fix: files with line estimates, alternatives, risks, cost and the test to be written.",
    input: z.strictObject({
      feedback: z.strictObject({
        id: idInput,
        body: z.string().min(1).max(100_000),
        success_criterion: z.string().max(4000).nullish(),
      }),
      localised_hits: z.array(hitInput).max(20),
      fix_class: z.strictObject({
        fix_class: z.enum(FIX_CLASSES),
        root_cause_hypothesis: z.string().max(4000).default(""),
        confidence: z.int().min(0).max(100).default(100),
      }),
    }),
    annotations: THINKING,
    run: async ({ feedback, localised_hits, fix_class }, { signal }) =>
      atBase(settings, signal, async (root) => {
        const { prices, prompt_dir, clock, on_event } = settings
        const { success_criterion = null } = feedback
        const result = await draftPlan({
          model: settings.modelFor("plan"),
          feedback: { ...feedback, success_criterion },
          triage: fix_class,
          hits: localised_hits,
          root,
          prices,
          prompt_dir,
          clock,
          signal,
          on_event,
        })
        return { ok: true, result }
      }),
  })
}

export function largeJobTool(settings: SelfCorrectionSettings): Tool {
  const most = settings.plan_review_loc_threshold ?? LARGE_JOB_LOC
  return defineTool({
    name: "is_plan_large_job",
    description: `Whether a plan has to be approved by a person before anything is changed, and why. The host's threshold of ${most} lines can only be lowered.`,
    input: z.strictObject({ plan: planInput, threshold_loc: z.int().min(0).max(most).default(most) }),
    annotations: THINKING,
    run: ({ plan, threshold_loc }) =>
      Promise.resolve({
        ok: true,
        result: isLargeJob(plan, { ...largeJobOptions(settings), threshold_loc }),
      }),
  })
}
