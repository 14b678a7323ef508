export type { Brief, BriefInput, BriefInputKind, BriefManifest } from "./verifier/brief.ts"
export { consensus } from "./verifier/consensus.ts"
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
