export type { GateEvent, GateListener } from "./gate/event.ts"
export { createGate, type Gate } from "./gate/gate.ts"
export type { GateOutcome } from "./gate/outcome.ts"
export type { Rejection } from "./gate/rejection.ts"
export type { ReviewContext, Reviewer } from "./gate/reviewer.ts"
export type { GateOptions, SharedGateOptions } from "./gate/settings.ts"
export type { SubmitOptions } from "./gate/submission.ts"
export type { GateSubtask, ProposedPatches, Propose, ProposeContext } from "./gate/subtask.ts"
export { forgedEvidence, type ForgedEvidenceOptions } from "./loop_gate/forged_evidence.ts"
export { createLoopGate, type LoopGate, type LoopGateOptions } from "./loop_gate/loop_gate.ts"
export { createWorker, type Worker, type WorkerOptions } from "./gate/worker.ts"
export { phaseSwitches, type PhaseSwitches } from "./panel/environment.ts"
export { type ReviewFinding, reviewSeverity } from "./panel/finding.ts"
export {
  createPanel,
  type Panel,
  type PanelMode,
  type PanelOptions,
  type PanelReview,
} from "./panel/panel.ts"
export { panelReviewer } from "./panel/panel_reviewer.ts"
export type { Persona } from "./panel/personas.ts"
export { checkEvidence, type SuppliedFile } from "./panel/qa/evidence.ts"
export { qaSection } from "./panel/qa/pr_section.ts"
export { defenderMessages, type QaMaterial, questionerMessages } from "./panel/qa/prompts.ts"
export type { QaAnswer, QaQuestion } from "./panel/qa/reply.ts"
export { type QaResult, qaSummary } from "./panel/qa/result.ts"
export type { Refinement } from "./panel/refiner.ts"
export { reviewRun, type ReviewRunOptions, type RunReview } from "./panel/review_run.ts"
