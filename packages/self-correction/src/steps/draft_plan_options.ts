import type { Clock } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"
import type { Feedback, FixPlan, Hit, Triage } from "../feedback.ts"
import type { AskOptions } from "../prompt_files/ask.ts"
import type { CostOptions } from "./plan_cost.ts"

export interface DraftPlanOptions extends AskOptions, Pick<CostOptions, "prices" | "earlier_minutes"> {
  readonly model: Model
  readonly feedback: Pick<Feedback, "id" | "body" | "success_criterion">
  readonly triage: Pick<Triage, "fix_class" | "root_cause_hypothesis">
  readonly hits: readonly Hit[]
  /** A checkout of the commit the fix starts from: what is there already, and how large. */
  readonly root: string
  /** 0 for the first plan, at most 3. Default 0. */
  readonly round?: number | undefined
  /** What the approver asks to be changed. */
  readonly refinement?: string | null | undefined
  /** The plan that was sent back. */
  readonly previous?: FixPlan | null | undefined
  readonly clock?: Pick<Clock, "now"> | undefined
}
