import type { Caveat, Promised, Requirement } from "./caveat.ts"

/** The aspects under which each change is judged; a host may add more. */
export const STANDARD_LENS_IDS = ["wiring", "concurrency-security", "contract-conformance"] as const

/** pass: tried to refute the work and could not. fail: refuted. risk: what no machine can settle. */
export const VERDICT_VALUES = ["pass", "fail", "risk"] as const

export type VerdictValue = (typeof VERDICT_VALUES)[number]

/** The judged change; a verdict on anything else is stale. SHA-256, lower-case hex. */
export interface VerdictSubject {
  /** Over the diff of the change. */
  readonly diff_sha256: string
  /** Over the contract and the tests, as the verifier saw them. */
  readonly contract_sha256: string
  /** The change's start. Early verdicts lack it, and hold for any base. */
  readonly base_commit?: string | undefined
}

export interface VerifierIdentity {
  /** Who judges: "proofloop/wiring", a person's handle. Never the builder. */
  readonly id: string
  /** One fresh context per verdict; two verdicts of one session are not independent. */
  readonly session_id: string
  /** null for a person. */
  readonly model_name: string | null
}

/** One verifier's statement through one lens. A gate turns several of them into the runtime's `Verdict`. */
export interface LensVerdict {
  /** Id of the lens: "wiring". */
  readonly lens: string
  readonly verdict: VerdictValue
  /** What was looked at and found. Never empty, never mere approval. */
  readonly evidence: string
  /** A security finding: never with `pass`. */
  readonly security?: boolean | undefined
  /** How it was tried to refute the work. */
  readonly refutation?: string | undefined
  /**
   * A person's reason why the stops that others gave through this lens do not hold. With `pass` alone, and never a
   * model's: without it a stop stands, whatever is said after it.
   */
  readonly lifts?: string | undefined
  /** UTC, ISO 8601; the ledger's own clock sets it. */
  readonly at?: string | undefined
  readonly verifier: VerifierIdentity
  readonly subject: VerdictSubject
  /** Hash of the manifest of everything the verifier was given; null for a person. */
  readonly brief_sha256: string | null
  /** `same_model`: the verifier's model is the builder's. `no_brief`: recorded by hand before a brief was issued. */
  readonly caveats?: readonly VerdictCaveat[] | undefined
}

/** Facts about one verdict at the time of recording. */
export const VERDICT_CAVEATS = ["same_model", "no_brief"] as const

export type VerdictCaveat = (typeof VERDICT_CAVEATS)[number]

export const CONSENSUS_OUTCOMES = ["PASS", "HARD-STOP", "ESCALATE"] as const

export type ConsensusOutcome = (typeof CONSENSUS_OUTCOMES)[number]

export interface ConsensusOptions {
  /** The present subject; verdicts on anything else are stale and do not count. */
  readonly subject: VerdictSubject
  /** The closed set of lenses, by id. Default: the three standard ones. Names are compared trimmed, in lower case. */
  readonly lenses?: readonly string[] | undefined
  /** Distinct lenses that have to agree. Default 3, at least 3, at most the number of lenses. */
  readonly min_lenses?: number | undefined
  /** Verdicts of this verifier id, or of one of these, do not count, because they judge their own work. */
  readonly builder_id?: string | readonly string[] | undefined
  /** The builder's model: verdicts by it get a caveat. */
  readonly builder_model?: string | undefined
  /** The basis of the judgement. With "nothing" nothing passes. Default: unknown. */
  readonly promised?: Promised | undefined
  /** Requirements of a PASS: a caveat against one of them makes it ESCALATE. Default none. */
  readonly requirements?: readonly Requirement[] | undefined
}

export interface Consensus {
  readonly outcome: ConsensusOutcome
  /** One sentence; names the first lens that decided. */
  readonly reason: string
  /** The verdicts that counted, of each lens its stop or else its latest, in the order of the ledger. */
  readonly counted: readonly LensVerdict[]
  /** Lenses that counted, sorted. */
  readonly lenses: readonly string[]
  /** Verdicts on another state of the change, which do not count. */
  readonly stale: number
  /** Verdicts in whose place another of the same lens counts. */
  readonly superseded: number
  /** Of the builder. */
  readonly own: number
  /** What is not a verdict: never a pass. */
  readonly invalid: number
  readonly caveats: readonly Caveat[]
}
