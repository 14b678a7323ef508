/** For packages of the same version: no promise holds for these names. */
export { failingTestFiles, failingTestNames } from "./planning/failing_tests.ts"
export { countFailedPaths, failureThreshold } from "./planning/failure_history.ts"
export { parsePlan } from "./planning/plan_schema.ts"
export type { ProcessedPlan } from "./planning/post_process_plan.ts"
export type { PriorRun } from "./planning/prior_runs.ts"
export type { AuditReport, Suggestion } from "./planning/report.ts"
export { inferSourceFiles, sourceReader } from "./planning/source_mapping.ts"
