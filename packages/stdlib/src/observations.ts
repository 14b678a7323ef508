export {
  type ObservationClient,
  observationClient,
  type ObservationClientOptions,
} from "./observations/client.ts"
export {
  emitSafely,
  type FailedSubtask,
  type SubtaskFailedEvent,
  subtaskFailedEvent,
} from "./gate/failure_event.ts"
export { type FailureCause, type FailureLabel, failureLabels } from "./observations/failure_labels.ts"
export { type ObservationLedger, type LedgerQuery, openObservationLedger } from "./observations/ledger.ts"
export {
  confidenceOf,
  type Observation,
  type Outcome,
  type RecordedObservation,
} from "./observations/observation.ts"
export { observedGate, type ObservedGateOptions } from "./observations/observed_gate.ts"
