import type { RepositoryFacts } from "../repository/facts.ts"
import { failingSources } from "./failing_sources.ts"
import { countFailedPaths, dropRepeatedFailures, failureThreshold } from "./failure_history.ts"
import type { Plan } from "./plan.ts"
import type { PlanEvent, PlanStep } from "./plan_event.ts"
import { parsePlan } from "./plan_schema.ts"
import type { PriorRun } from "./prior_runs.ts"
import { banishReadmeOnly } from "./readme_only.ts"
import { synthesizeRealBugTask } from "./real_bug_task.ts"
import type { AuditReport } from "./report.ts"
import { scopeFromEnvironment, type ScopeName, scopePlan, scopeReport } from "./scope.ts"
import { aimAtSources } from "./test_targets.ts"

/** Steps only drop, aim and once add, so a plan is settled after a few rounds; this is the end of any doubt. */
const MAX_ROUNDS = 40

export interface PlanContext {
  readonly facts: RepositoryFacts
  readonly report: AuditReport
  /** What failed before, as far back as FAILURE_WINDOW. Default: nothing. */
  readonly prior_runs?: readonly PriorRun[] | undefined
  /** Entries of other repositories count for nothing. Default: every entry counts. */
  readonly repository?: string | null | undefined
  /** Default: PROOFLOOP_OCCAM_FILTER_THRESHOLD, else 2. */
  readonly failure_threshold?: number | undefined
  /** null: none. Default: PROOFLOOP_SCOPE. */
  readonly scope?: ScopeName | null | undefined
  /** Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface ProcessedPlan {
  readonly plan: Plan
  readonly events: readonly PlanEvent[]
}

/**
 * What every plan goes through, whether a model wrote it, a file held it or a run restored it: parse, cap and sort, then
 * Layer-A, Layer-2, Layer-B, scope and G9, until nothing changes any more. Its own output passes through it unchanged.
 * Throws InvalidOptionError for a malformed plan. @requirement critics.plan
 */
export async function postProcessPlan(value: unknown, context: PlanContext): Promise<ProcessedPlan> {
  const { env = process.env, scope = scopeFromEnvironment(env) } = context
  const scoped = scopeReport(context.report, scope)
  const failing = await failingSources(scoped.report, context.facts)
  const history = {
    counts: countFailedPaths(context.prior_runs ?? [], context.repository),
    threshold: context.failure_threshold ?? failureThreshold(env),
    failing_sources: failing.sources,
  }
  const steps: readonly ((plan: Plan) => PlanStep)[] = [
    (plan) => synthesizeRealBugTask(plan, failing),
    (plan) => aimAtSources(plan, failing),
    (plan) => banishReadmeOnly(plan, scoped.report),
    (plan) => scopePlan(plan, scope),
    (plan) => dropRepeatedFailures(plan, history),
  ]
  const events: PlanEvent[] = scoped.event === null ? [] : [scoped.event]
  let plan = parsePlan(value)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const known = events.length
    for (const step of steps) {
      const { plan: next, event } = step(plan)
      plan = next
      if (event !== null) events.push(event)
    }
    if (events.length === known) break
  }
  return { plan, events }
}
