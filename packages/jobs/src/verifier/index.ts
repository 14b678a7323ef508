export { checkManifest } from "./brief/check.ts"
export { consensus } from "./consensus/consensus.ts"
export { independentVerifiers } from "./decision/independent_verifiers.ts"
export { testsThenVerifiers } from "./decision/tests_then_verifiers.ts"
export { type VerdictLedger, openVerdictLedger } from "./ledger/ledger.ts"
export { runVerifiers } from "./session/run_verifiers.ts"
export type { VerifierOptions, VerifierRun } from "./session/verifiers.ts"
export type { Caveat } from "./verdict/caveat.ts"
export {
  type Consensus,
  type ConsensusOptions,
  type LensVerdict,
  STANDARD_LENS_IDS,
} from "./verdict/lens_verdict.ts"
