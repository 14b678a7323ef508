export type { Brief, BriefInput, BriefInputKind, BriefManifest } from "./verifier/brief.ts"
export { consensus } from "./verifier/consensus.ts"
export {
  type ConsensusEvaluation,
  evaluateConsensus,
  type EvaluateOptions,
  type EvaluationRow,
} from "./verifier/evaluate.ts"
export type { ConsensusMetrics } from "./verifier/evaluate_metrics.ts"
export { type DecisionFixture, loadFixtures } from "./verifier/fixtures.ts"
export { FixtureError, type FixtureProblem, isFixtureError } from "./verifier/fixtures_error.ts"
export { openVerdictLedger, type VerdictLedger, type VerdictLedgerOptions } from "./verifier/ledger.ts"
export { headOf, type LedgerEntry, type LedgerHead, type TornTail } from "./verifier/ledger_entry.ts"
export { isLedgerError, LedgerError, type LedgerProblem } from "./verifier/ledger_error.ts"
export {
  type Consensus,
  consensus_outcomes,
  type ConsensusOptions,
  type ConsensusOutcome,
  type LensVerdict,
  standard_lens_ids,
  type VerdictSubject,
  type VerdictValue,
  verdict_values,
  type VerifierIdentity,
} from "./verifier/lens_verdict.ts"
export { readLensVerdict, type VerdictReading } from "./verifier/read_verdict.ts"
export { whyShallow } from "./verifier/shallow_evidence.ts"
export { loadBuilds, type SeededBuild } from "./verifier/builds.ts"
export {
  evaluateVerifiers,
  type EvaluateVerifiersOptions,
  type VerifierEvaluation,
} from "./verifier/evaluate_verifiers.ts"
export type { VerifierEvaluationRow, VerifierScores } from "./verifier/evaluate_verifiers_scores.ts"
export { checkManifest, type ManifestDifferences } from "./verifier/brief_check.ts"
export { buildBrief } from "./verifier/build_brief.ts"
export { independentVerifiers } from "./verifier/independent_verifiers.ts"
export { runVerifiers } from "./verifier/run_verifiers.ts"
export { testsThenVerifiers } from "./verifier/tests_then_verifiers.ts"
export { verifierGate } from "./verifier/verifier_gate.ts"
export type {
  BriefOptions,
  GateDecision,
  LensDefinition,
  VerifierGateOptions,
  VerifierOptions,
  VerifierRead,
  VerifierRun,
  VerifierSession,
} from "./verifier/verifiers.ts"
