export { analyse, type AnalyseOptions } from "./analyse/analyse.ts"
export {
  type Analyser,
  type Check as AnalyserCheck,
  defineAnalyser,
  type Finding as AnalyserFinding,
} from "./analyse/analyser.ts"
export type { Repository as AnalysedRepository } from "./analyse/repository/repository.ts"
export { analysers } from "./analyse/analysers.ts"
export { type BranchRepair, repairBranch } from "./branch/repair_branch.ts"
export type { Suggestion } from "@proofloop/stdlib/planning"
export type { Evidence, Metric, MetricReport } from "./analyse/metric.ts"
export { type CheckRun, findCheck } from "./check/run_check.ts"
export { neededFor, pipelineInbox } from "./inbox.ts"
export { STOP_FILE } from "./context/context.ts"
export {
  cancelRun,
  createPipeline,
  type DrivenRun,
  type DriveOptions,
  ENDED_STATES,
  OPEN_STATES,
  type Pipeline,
} from "./run/pipeline.ts"
export { runTurns } from "./run/run_turns.ts"
export { runsToWake } from "./run/runs_to_wake.ts"
export type { OpenRequests } from "./review/open_requests.ts"
export { reviewOf } from "./review/read_requests.ts"
export {
  ENDINGS,
  type NewRun,
  isSwitched,
  type PersonalTask,
  type PipelineRun,
  RUN_STATES,
  type ReviewRequest,
  type RunState,
  type RunWork,
  type SubtaskOutcome,
  type Switch,
  SWITCHES,
} from "./run.ts"
export { personalText } from "./work/for_person.ts"
export { openRunStore, runKind, type RunStore, type RunTypes } from "./run_store.ts"
export {
  type BranchOptions,
  MODEL_ROLES,
  type ModelRole,
  type PipelineEvent,
  type PipelineLimits,
  type PipelineOptions,
} from "./settings.ts"
export { openSpending, type Spending, type Spent } from "./spending/spending.ts"
export { dueStep, type Phase, phaseOf, PHASES, pipelineTable, type StepName, transitions } from "./states.ts"
export { openSubtasks } from "./open_subtasks.ts"
export { CI_KNOBS, type CiKnobs, ciKnobs } from "./ci/ci_knobs.ts"
export { type CiFailure, type JobFailure, readFailedJobs, type ReadJobsOptions } from "./ci/failed_jobs.ts"
export { type FailureMark, isSameFailure } from "./ci/failure_mark.ts"
export { lookAtCi, type LookOptions } from "./ci/look_at_ci.ts"
export type { CiOutcome, CiState, FailedJob } from "./ci/outcome.ts"
export { type CiInput, reduceCi } from "./ci/reduce.ts"
export { watchEvent } from "./ci/watch_event.ts"
export { reportJson } from "./analyse/report/json.ts"
export { reportPage } from "./analyse/report/page.ts"
export { reportText } from "./analyse/report/text.ts"
export type { FixTry, PersonsFile } from "./fix_ci/attempts.ts"
export {
  fixCi,
  type FixCiOptions,
  type FixCiResult,
  type FixCiStatus,
  type FixGateOptions,
} from "./fix_ci/fix_ci.ts"
export type { FixCiLimits } from "./fix_ci/limits.ts"
export {
  accountIdentity,
  type Audit,
  type AuditEntry,
  type AuditRecord,
  type Identity,
  openAudit,
} from "./fleet/audit.ts"
export { createFleet, type Fleet, type FleetEnd, type FleetOptions } from "./fleet/fleet.ts"
export type { FleetRates } from "./fleet/shared_options.ts"
export { type FleetRepository, readRepositories } from "./fleet/repositories.ts"
export type { RepositoryBudget } from "./fleet/repository_budget.ts"
export type { Rate } from "./fleet/token_bucket.ts"
export { type Drain, openWorkers, type Worker, type Workers } from "./fleet/workers.ts"
