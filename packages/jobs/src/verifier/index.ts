export type { Brief, BriefManifest } from "./brief/brief.ts"
export { consensus } from "./consensus/consensus.ts"
export { type ConsensusEvaluation, evaluateConsensus, type EvaluateOptions } from "./evaluation/evaluate.ts"
export { type DecisionFixture, loadFixtures } from "./evaluation/fixtures.ts"
export { FixtureError, type FixtureProblem, isFixtureError } from "./evaluation/fixtures.ts"
export { openVerdictLedger, type VerdictLedger, type VerdictLedgerOptions } from "./ledger/ledger.ts"
export type { LedgerEntry, LedgerHead } from "./ledger/entry.ts"
export { isLedgerError, LedgerError, type LedgerProblem } from "./ledger/error.ts"
export {
  type Consensus,
  CONSENSUS_OUTCOMES,
  type ConsensusOptions,
  type ConsensusOutcome,
  type LensVerdict,
  STANDARD_LENS_IDS,
  type VerdictSubject,
  type VerdictValue,
} from "./verdict/lens_verdict.ts"
export { type Caveat, type CaveatKind, REQUIREMENT_NAMES, type Requirement } from "./verdict/caveat.ts"
export { readLensVerdict, type VerdictReading } from "./verdict/read_verdict.ts"
export { loadBuilds, type SeededBuild } from "./evaluation/builds.ts"
export {
  evaluateVerifiers,
  type EvaluateVerifiersOptions,
  type VerifierEvaluation,
} from "./evaluation/evaluate_verifiers.ts"
export { checkManifest, type ManifestDifferences } from "./brief/check.ts"
export { buildBrief } from "./brief/build_brief.ts"
export { independentVerifiers } from "./decision/independent_verifiers.ts"
export { issueBrief, type IssueBriefOptions, issuedBrief, type IssuedBrief } from "./session/issue_brief.ts"
export { runVerifiers } from "./session/run_verifiers.ts"
export { testsThenVerifiers } from "./decision/tests_then_verifiers.ts"
export { decideOnVerdicts } from "./decision/decide_on_verdicts.ts"
export type { BriefOptions } from "./brief/options.ts"
export type {
  VerifierDecision,
  LensDefinition,
  VerifierDecisionOptions,
  VerifierOptions,
  VerifierRun,
} from "./session/verifiers.ts"
export { checkVerifierOptions, decisionOptionsOf } from "./session/options.ts"
