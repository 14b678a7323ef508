/** For packages of the same version: no promise holds for these names. */
export type { FailedSubtask } from "./gate/failure_event.ts"
export type { FailureCause } from "./observations/failure_labels.ts"
export type { LedgerQuery } from "./observations/ledger.ts"
export type { Observation } from "./observations/observation.ts"
