export type { Brief, BriefInput, BriefInputKind, BriefManifest } from "./verifier/brief.ts"
export {
  type Consensus,
  type ConsensusOptions,
  type ConsensusOutcome,
  type LensVerdict,
  type VerdictSubject,
  type VerdictValue,
  type VerifierIdentity,
} from "./verifier/lens_verdict.ts"
