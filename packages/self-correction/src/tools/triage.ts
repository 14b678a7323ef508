import { atCommit } from "@proofloop/foundation/git"
import type { Tool } from "@proofloop/runtime"
import { defineTool } from "@proofloop/stdlib"
import { z } from "zod"
import { critiqueTurn } from "../critique/critique_turn.ts"
import { FIX_CLASSES, SEVERITIES } from "../feedback/feedback.ts"
import { largeJobOptions, type SelfCorrectionSettings } from "../run/run_settings.ts"
import { fetchBase } from "../run/step.ts"
import { draftPlan } from "../steps/draft_plan.ts"
import { isLargeJob, LARGE_JOB_LOC } from "../steps/large_job.ts"
import { localise } from "../steps/localise.ts"
import { triageFeedback } from "../steps/triage.ts"
import { hitInput, idInput, planInput } from "./schemas.ts"

const THINKING = { kind: "inspect", read_only: true, evidence_role: "observation" } as const

/** The tools that change nothing: triage, localisation, plan, large job, critique. @requirement self-correction.tools */
export function triageTools(settings: SelfCorrectionSettings): readonly Tool[] {
  return [
    triageTool(settings),
    localiseTool(settings),
    planTool(settings),
    largeJobTool(settings),
    critiqueTool(settings),
  ]
}

function triageTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "triage_feedback",
    description:
      "Into which class a feedback falls, its likely cause and the files to look at. Below a confidence of 60 the class is out-of-scope.",
    input: z.strictObject({
      feedback_id: idInput,
      body: z.string().min(1).max(100_000).describe("The feedback, word for word"),
      received_at: z.string().max(40).default(""),
      from_handle: z.string().max(200),
      severity: z.enum(SEVERITIES),
      context_url: z.string().max(2048).nullish(),
    }),
    annotations: THINKING,
    async execute({ feedback_id, context_url = null, ...feedback }, { signal }) {
      const { prompt_dir, on_event, store } = settings
      const memories = await store.recall("failure_patterns", feedback.body, 3)
      const result = await triageFeedback({
        model: settings.modelFor("triage"),
        feedback: { ...feedback, id: feedback_id, context_url },
        memories,
        prompt_dir,
        signal,
        on_event,
      })
      return { ok: true, result }
    },
  })
}

function localiseTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "localise_feedback",
    description:
      "The lines of the base branch that the cause may be in, without a model: of each candidate the lines it names (path:start-end), else those with a keyword.",
    input: z.strictObject({
      fix_class: z.enum(FIX_CLASSES),
      candidate_files: z
        .array(z.strictObject({ path: z.string().min(1).max(500), why: z.string().max(1000).default("") }))
        .max(50),
      keywords: z.array(z.string().min(1).max(100)).max(20).default([]),
    }),
    annotations: THINKING,
    execute: async ({ candidate_files, keywords }, { signal }) =>
      atBase(settings, signal, async (root) => {
        const { hits, skipped } = await localise({ root, candidate_files, keywords })
        return { ok: true, result: { hits, skipped } }
      }),
  })
}

function planTool(settings: SelfCorrectionSettings): Tool {
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
    execute: async ({ feedback, localised_hits, fix_class }, { signal }) =>
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

function largeJobTool(settings: SelfCorrectionSettings): Tool {
  const most = settings.plan_review_loc_threshold ?? LARGE_JOB_LOC
  return defineTool({
    name: "is_plan_large_job",
    description: `Whether a plan has to be approved by a person before anything is changed, and why. The host's threshold of ${most} lines can only be lowered.`,
    input: z.strictObject({ plan: planInput, threshold_loc: z.int().min(0).max(most).default(most) }),
    annotations: THINKING,
    execute: ({ plan, threshold_loc }) =>
      Promise.resolve({
        ok: true,
        result: isLargeJob(plan, { ...largeJobOptions(settings), threshold_loc }),
      }),
  })
}

function critiqueTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "critique_turn_output",
    description:
      "A second look at what was just done: findings of at least 60, each with what it breaks and what to do; those of 80 and more come first.",
    input: z.strictObject({
      success_criterion: z.string().min(1).max(4000),
      recent_output: z.string().min(1).max(200_000),
      kind: z.enum(["edit", "write_file", "cli_output"]).default("edit"),
      principles: z.string().max(100_000).default("").describe("What holds in this project"),
    }),
    annotations: THINKING,
    async execute(input, { signal }) {
      const { model, prompt_dir, on_event, store } = settings
      const memories = await store.recall("failure_patterns", input.recent_output.slice(0, 4000), 3)
      const critique = await critiqueTurn({ ...input, model, memories, prompt_dir, signal, on_event })
      const { findings, high_confidence_findings, most_impactful } = critique
      return { ok: true, result: { findings, high_confidence_findings, most_impactful } }
    },
  })
}

/** What the forge has on the base branch now, in a temporary tree. */
async function atBase<Result>(
  settings: SelfCorrectionSettings,
  signal: AbortSignal,
  work: (root: string) => Promise<Result>,
): Promise<Result> {
  return atCommit(settings.root, await fetchBase({ settings, signal }), work)
}
