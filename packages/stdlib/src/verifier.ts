export type { Brief, BriefInput, BriefInputKind, BriefManifest } from "./verifier/brief/brief.ts"
export { consensus } from "./verifier/consensus/consensus.ts"
export {
  type ConsensusEvaluation,
  evaluateConsensus,
  type EvaluateOptions,
  type EvaluationRow,
} from "./verifier/evaluation/evaluate.ts"
export type { ConsensusMetrics } from "./verifier/evaluation/evaluate_metrics.ts"
export { type DecisionFixture, loadFixtures } from "./verifier/evaluation/fixtures.ts"
export { FixtureError, type FixtureProblem, isFixtureError } from "./verifier/evaluation/fixtures_error.ts"
export { openVerdictLedger, type VerdictLedger, type VerdictLedgerOptions } from "./verifier/ledger/ledger.ts"
export { headOf, type LedgerEntry, type LedgerHead, type TornTail } from "./verifier/ledger/entry.ts"
export { isLedgerError, LedgerError, type LedgerProblem } from "./verifier/ledger/error.ts"
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
} from "./verifier/verdict/lens_verdict.ts"
export { readLensVerdict, type VerdictReading } from "./verifier/verdict/read_verdict.ts"
export { whyShallow } from "./verifier/verdict/shallow_evidence.ts"
export { loadBuilds, type SeededBuild } from "./verifier/evaluation/builds.ts"
export {
  evaluateVerifiers,
  type EvaluateVerifiersOptions,
  type VerifierEvaluation,
} from "./verifier/evaluation/evaluate_verifiers.ts"
export type {
  VerifierEvaluationRow,
  VerifierScores,
} from "./verifier/evaluation/evaluate_verifiers_scores.ts"
export { checkManifest, type ManifestDifferences } from "./verifier/brief/check.ts"
export { buildBrief } from "./verifier/brief/build_brief.ts"
export { independentVerifiers } from "./verifier/independent_verifiers.ts"
export { runVerifiers } from "./verifier/session/run_verifiers.ts"
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
