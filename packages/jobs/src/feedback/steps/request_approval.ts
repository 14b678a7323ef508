import { cutMiddle, inMarkdown } from "@proofloop/foundation/text"
import { dataBlock } from "@proofloop/stdlib"
import { promptLine } from "@proofloop/stdlib/internal/llm"
import { workOf } from "../../drive/step.ts"
import { type Feedback, type FixPlan, MAX_PLAN_REFINEMENTS } from "../feedback.ts"
import { renderPrompt } from "../prompt_files/ask.ts"
import { isLargeJob, largeJobOptions } from "./large_job.ts"
import { type FeedbackStep, keep, unlessRefused } from "./step.ts"

/** Puts this round's plan into the inbox and posts it at the feedback's source; one request a round, also after retries. */
export const requestApprovalStep: FeedbackStep = {
  name: "request_approval",
  needs: ["forge"],
  async run(row, context) {
    const { store, forge, prompt_dir } = context.settings
    const { plan } = workOf(row, "plan")
    const { reasons } = isLargeJob(plan, largeJobOptions(context.settings))
    const body = await approvalMessage(row, plan, { reasons, prompt_dir })
    const { id, round } = await store.requestApproval(row.id, row.refinement_round, body)
    const target = row.context_url === null ? null : forge.targetOf(row.context_url)
    if (target !== null) {
      const key = `${row.id}:approval-${round}`
      // The store can still take the answer.
      await unlessRefused(forge.comments.post(target, key, body, context.signal), "")
    }
    context.tell("approval_requested", { round, reasons })
    const note = { step: "request_approval", approval_id: id, round, reasons }
    return keep(context, row, { work: { approval: { id, round } }, note })
  },
}

interface ApprovalMessageOptions {
  /** Why it has to be approved. Default: the reasons of isLargeJob. */
  readonly reasons?: readonly string[] | undefined
  readonly prompt_dir?: string | undefined
}

const MAX_TASK = 8000
const MAX_LINE = 4000

/**
 * The message that asks a person to approve a plan, as Markdown from the prompt `plan_review`; foreign texts are
 * fenced or escaped, without secrets. Rejects with InvalidOptionError for a prompt file without its placeholders.
 * @requirement self-correction.approval
 */
export async function approvalMessage(
  feedback: Pick<Feedback, "body">,
  plan: FixPlan,
  { reasons = isLargeJob(plan).reasons, prompt_dir }: ApprovalMessageOptions = {},
): Promise<string> {
  const left = MAX_PLAN_REFINEMENTS - plan.refinement_round
  const values = {
    feedback_id: said(plan.feedback_id),
    round: String(plan.refinement_round),
    max_rounds: String(MAX_PLAN_REFINEMENTS),
    refinements_left:
      left > 0
        ? `this can be done ${left} more ${left === 1 ? "time" : "times"}`
        : "not any more, this was the last round",
    fix_class: plan.fix_class,
    reasons: reasons.length === 0 ? "the host asks for approval" : reasons.map(said).join("; "),
    task: dataBlock(cutMiddle(feedback.body, MAX_TASK)),
    success_criterion: said(plan.success_criterion),
    root_cause: said(plan.root_cause),
    proposed_change: said(plan.proposed_change),
    files: bullets([...plan.files.map(fileLine), `${plan.total_loc_estimate} lines in all`], "none"),
    alternatives: bullets(plan.alternatives_considered.map(said), "none"),
    regression_test: said(plan.regression_test_sketch),
    cost: costLine(plan.cost_estimate),
    risks: bullets(plan.risks.map(said), "none named"),
  }
  return renderPrompt("plan_review", values, { prompt_dir })
}

function said(text: string): string {
  return inMarkdown(promptLine(text, MAX_LINE), 2 * MAX_LINE)
}

function bullets(lines: readonly string[], none: string): string {
  return lines.length === 0 ? `(${none})` : lines.map((line) => `- ${line}`).join("\n")
}

function fileLine({ path, operation, loc_estimate }: FixPlan["files"][number]): string {
  return `${operation} \`${promptLine(path).replaceAll("`", "'")}\`, about ${loc_estimate} lines`
}

function costLine({ tokens, usd, wall_clock_minutes }: FixPlan["cost_estimate"]): string {
  const money = usd === null ? "no prices are configured" : `about ${usd.toFixed(2)} USD`
  return `About ${tokens} tokens (${money}) and ${wall_clock_minutes} minutes.`
}
