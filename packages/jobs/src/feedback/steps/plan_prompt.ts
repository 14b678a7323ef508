import type { Clock } from "@proofloop/foundation/process"
import { cutMiddle } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock } from "@proofloop/stdlib"
import { type AskOptions, promptLine } from "@proofloop/stdlib/internal/llm"
import { type Feedback, type FixPlan, type Hit, MAX_PLAN_REFINEMENTS, type Triage } from "../feedback.ts"
import type { CostOptions } from "./plan_cost.ts"
import type { PlannedFile } from "./plan_files.ts"

export interface DraftPlanOptions extends AskOptions, Pick<CostOptions, "prices" | "earlier_minutes"> {
  readonly model: Model
  readonly feedback: Pick<Feedback, "id" | "body" | "success_criterion">
  readonly triage: Pick<Triage, "fix_class" | "root_cause_hypothesis">
  readonly hits: readonly Hit[]
  /** A checkout of the fix's start: which files exist, and their size. */
  readonly root: string
  /** 0 for the first plan, at most 3. Default 0. */
  readonly round?: number | undefined
  readonly refinement?: string | null | undefined
  readonly previous?: FixPlan | null | undefined
  readonly clock?: Pick<Clock, "now"> | undefined
}

const MAX_BODY = 20_000
const MAX_HITS = 60_000

/** The values of the prompt `fix_plan`: every foreign text in a data block. */
export function planPromptValues(
  options: DraftPlanOptions,
  draft: readonly PlannedFile[],
  success_criterion: string,
): Record<string, string> {
  const { feedback, triage, hits, round = 0, refinement, previous } = options
  return {
    feedback_id: promptLine(feedback.id),
    fix_class: triage.fix_class,
    body: dataBlock(cutMiddle(feedback.body, MAX_BODY)),
    root_cause: dataBlock(triage.root_cause_hypothesis || "(nothing)"),
    hits: dataBlock(cutMiddle(hits.length === 0 ? "(none)" : hits.map(hitText).join("\n\n"), MAX_HITS)),
    success_criterion: dataBlock(success_criterion),
    files: dataBlock(draft.length === 0 ? "(none: only new files can be planned)" : fileTable(draft)),
    round: String(round),
    max_rounds: String(MAX_PLAN_REFINEMENTS),
    previous_plan: dataBlock(previous ? planText(previous) : "(none)"),
    refinement: dataBlock(cutMiddle(refinement?.trim() || "(nothing)", MAX_BODY)),
  }
}

function hitText({ path, line_start, line_end, snippet }: Hit): string {
  const lines = line_start === line_end ? `${line_start}` : `${line_start}-${line_end}`
  return `${promptLine(path)}:${lines}\n${snippet}`
}

function fileTable(files: readonly PlannedFile[]): string {
  return files.map(({ path, loc_estimate }) => `${promptLine(path)}: ${loc_estimate} lines`).join("\n")
}

function planText(plan: FixPlan): string {
  return [
    `root_cause: ${plan.root_cause}`,
    `proposed_change: ${plan.proposed_change}`,
    `files: ${plan.files.map(({ path, operation, loc_estimate }) => `${operation} ${path} (${loc_estimate})`).join(", ")}`,
    `regression_test_sketch: ${plan.regression_test_sketch}`,
    ...plan.alternatives_considered.map((text) => `alternative: ${text}`),
    ...plan.risks.map((text) => `risk: ${text}`),
  ].join("\n")
}
