export type { Brief, BriefInput, BriefInputKind, BriefManifest } from "./brief/brief.ts"
export { consensus } from "./consensus/consensus.ts"
export {
  type ConsensusEvaluation,
  evaluateConsensus,
  type EvaluateOptions,
  type EvaluationRow,
} from "./evaluation/evaluate.ts"
export type { ConsensusMetrics } from "./evaluation/evaluate_metrics.ts"
export { type DecisionFixture, loadFixtures } from "./evaluation/fixtures.ts"
export { FixtureError, type FixtureProblem, isFixtureError } from "./evaluation/fixtures_error.ts"
export { openVerdictLedger, type VerdictLedger, type VerdictLedgerOptions } from "./ledger/ledger.ts"
export { headOf, type LedgerEntry, type LedgerHead, type TornTail } from "./ledger/entry.ts"
export { isLedgerError, LedgerError, type LedgerProblem } from "./ledger/error.ts"
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
} from "./verdict/lens_verdict.ts"
export { readLensVerdict, type VerdictReading } from "./verdict/read_verdict.ts"
export { whyShallow } from "./verdict/shallow_evidence.ts"
export { loadBuilds, type SeededBuild } from "./evaluation/builds.ts"
export {
  evaluateVerifiers,
  type EvaluateVerifiersOptions,
  type VerifierEvaluation,
} from "./evaluation/evaluate_verifiers.ts"
export type { VerifierEvaluationRow, VerifierScores } from "./evaluation/evaluate_verifiers_scores.ts"
export { checkManifest, type ManifestDifferences } from "./brief/check.ts"
export { buildBrief } from "./brief/build_brief.ts"
export { independentVerifiers } from "./decision/independent_verifiers.ts"
export { runVerifiers } from "./session/run_verifiers.ts"
export { testsThenVerifiers } from "./decision/tests_then_verifiers.ts"
export { decideOnVerdicts } from "./decision/decide_on_verdicts.ts"
export type { BriefOptions } from "./brief/brief_options.ts"
export type {
  VerifierDecision,
  LensDefinition,
  VerifierDecisionOptions,
  VerifierOptions,
  VerifierRead,
  VerifierRun,
  VerifierSession,
} from "./session/verifiers.ts"
export { checkVerifierOptions, decisionOptionsOf } from "./session/options.ts"
