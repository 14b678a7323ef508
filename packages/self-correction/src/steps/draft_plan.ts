import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import { z } from "zod"
import { type FixPlan, MAX_PLAN_REFINEMENTS } from "../feedback/feedback.ts"
import { ask } from "../prompt_files/ask.ts"
import type { DraftPlanOptions } from "./draft_plan_options.ts"
import { estimateCost } from "./plan_cost.ts"
import { draftFiles, type PlannedFile, plannedFiles, refusedFile } from "./plan_files.ts"
import { planPromptValues } from "./plan_prompt.ts"

/**
 * The plan of a fix. Files, line estimates, criterion and cost come from the hits and the disk, the words from a model, which may
 * only name files of the hits or new ones. Throws InvalidOptionError, before the model is asked, for a round above 3 and for
 * feedback without id or text; rejects with LlmError, or with what the model throws. @requirement self-correction.plan
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
