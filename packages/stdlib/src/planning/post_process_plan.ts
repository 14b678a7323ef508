import { isTestPath, deniedEntry } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../repository/facts.ts"
import { failingSources, type FailingSources } from "./failing_sources.ts"
import { countFailedPaths, dropRepeatedFailures, failureThreshold } from "./failure_history.ts"
import { type Plan, type Subtask, dropSubtasks, toldDropped } from "./plan.ts"
import type { PlanEvent, PlanStep } from "./plan_event.ts"
import { parsePlan } from "./plan_schema.ts"
import type { PriorRun } from "./prior_runs.ts"
import { banishReadmeOnly } from "./readme_only.ts"
import { synthesizeRealBugTask } from "./real_bug_task.ts"
import type { AuditReport } from "./report.ts"
import { scopeFromEnvironment, type ScopeName, scopePlan, scopeReport } from "./scope.ts"

/** Steps only drop and aim, and add once, so a plan settles after a few rounds; this bound is never met in practice. */
const MAX_ROUNDS = 40

export interface PlanBasis {
  readonly facts: RepositoryFacts
  readonly report: AuditReport
  /** Entries of other repositories are ignored. Default: every entry counts. */
  readonly repository?: string | null | undefined
  /** Default: PROOFLOOP_OCCAM_FILTER_THRESHOLD, else 2. */
  readonly failure_threshold?: number | undefined
  /** null: none. Default: PROOFLOOP_SCOPE. */
  readonly scope?: ScopeName | null | undefined
  /** Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface PlanContext extends PlanBasis {
  /** Earlier failures, as far back as FAILURE_WINDOW. Default: none. */
  readonly prior_runs?: readonly PriorRun[] | undefined
}

export interface ProcessedPlan {
  readonly plan: Plan
  /** The effect of each step that had one, in order. */
  readonly events: readonly PlanEvent[]
  /** Dropped subtasks, because no patch may touch their files. */
  readonly for_person: readonly Subtask[]
}

/** Parses, caps, sorts and repeats every step until nothing changes. Throws InvalidOptionError. @requirement critics.plan */
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
    dropDenied,
    (plan) => synthesizeRealBugTask(plan, failing),
    (plan) => aimAtSources(plan, failing),
    (plan) => banishReadmeOnly(plan, scoped.report),
    (plan) => scopePlan(plan, scope),
    (plan) => dropRepeatedFailures(plan, history),
  ]
  const events: PlanEvent[] = scoped.event === null ? [] : [scoped.event]
  const for_person: Subtask[] = []
  let plan = parsePlan(value)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const known = events.length
    for (const step of steps) {
      const { plan: next, event, for_person: denied = [] } = step(plan)
      plan = next
      for_person.push(...denied)
      if (event !== null) events.push(event)
    }
    if (events.length === known) break
  }
  return { plan, events, for_person }
}

/** Layer-2: points a first task about tests alone to the sources under the failing ones. @requirement critics.layer_2 */
function aimAtSources(plan: Plan, failing: FailingSources): PlanStep {
  const [first, ...rest] = plan.tasks
  const open = first?.subtasks.filter(({ status }) => status !== "completed") ?? []
  const before = [...new Set(open.flatMap(({ file_hints }) => file_hints))]
  if (first === undefined || before.length === 0 || failing.sources.length === 0) return { plan, event: null }
  if (!before.every(isTestPath)) return { plan, event: null }
  const subtasks = first.subtasks.map((subtask) =>
    open.includes(subtask) ? { ...subtask, file_hints: failing.sources } : subtask,
  )
  return {
    plan: { ...plan, tasks: [{ ...first, subtasks }, ...rest] },
    event: {
      type: "plan.occam_rewrite",
      before,
      after: failing.sources,
      task_id: first.id,
      subtasks_rewritten: open.length,
    },
  }
}

/** Drops subtasks all of whose files are closed to patches: only a person can do them. @requirement critics.denied_plan */
function dropDenied(plan: Plan): PlanStep {
  const result = dropSubtasks(plan, isDenied)
  if (result.dropped.length === 0) return { plan, event: null }
  const hints = result.dropped.flatMap(({ subtask }) => subtask.file_hints)
  const denied_by = [...new Set(hints.map((hint) => denialOf(hint) ?? ""))]
  return {
    plan: result.kept,
    event: { type: "plan.denied_filter", ...toldDropped(plan, result), denied_by },
    for_person: result.dropped.map(({ subtask }) => subtask),
  }
}

function isDenied({ file_hints, status }: Subtask): boolean {
  if (file_hints.length === 0 || status === "completed") return false
  return file_hints.every((hint) => denialOf(hint) !== null)
}

/** Why a path is forbidden: an entry of the denylist, or it leads out of the root. */
function denialOf(path: string): string | null {
  return deniedEntry(path) ?? (/^(?:\/|\.\.(?:\/|$)|[a-z]:)/i.test(path) ? "the root" : null)
}
