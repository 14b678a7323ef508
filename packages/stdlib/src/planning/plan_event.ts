import type { JsonObject } from "@proofloop/foundation/text"
import type { Plan, Subtask } from "./plan.ts"

export interface PlanEvent extends JsonObject {
  readonly type:
    | "scope.metrics_filtered"
    | "plan.denied_filter"
    | "plan.real_bug_synthesized"
    | "plan.occam_rewrite"
    | "plan.readme_banished"
    | "scope.plan_filtered"
    | "plan.occam_filter"
}

/** A plan after one step, and the event if the step changed something. */
export interface PlanStep {
  readonly plan: Plan
  readonly event: PlanEvent | null
  /** Dropped, because only a person can do them. Default none. */
  readonly for_person?: readonly Subtask[] | undefined
}
