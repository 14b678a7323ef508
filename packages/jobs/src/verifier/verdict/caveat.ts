/** What weakens counting verdicts, without deciding anything alone. */
export const CAVEAT_KINDS = [
  "same_model",
  "identical_evidence",
  "no_brief",
  "no_contract",
  "nothing_promised",
  "lifted_stop",
] as const

export type CaveatKind = (typeof CAVEAT_KINDS)[number]

export interface Caveat {
  readonly kind: CaveatKind
  /** The lenses of the verdicts it is about, in the order of the ledger; empty when it is about the change. */
  readonly lenses: readonly string[]
  /** One sentence for a person. */
  readonly says: string
}

/** Possible requirements, and the caveats that each refuses: with one of them a PASS is an ESCALATE. */
export const REQUIREMENTS = {
  distinct_models: ["same_model"],
  distinct_evidence: ["identical_evidence"],
  brief: ["no_brief"],
  contract: ["no_contract", "nothing_promised"],
  undisputed: ["lifted_stop"],
} as const satisfies Readonly<Record<string, readonly CaveatKind[]>>

export type Requirement = keyof typeof REQUIREMENTS

export const REQUIREMENT_NAMES = Object.keys(REQUIREMENTS) as readonly Requirement[]

/** The basis for judging a change: contract files, tests of the base alone, or neither. */
export const PROMISE_KINDS = ["contract", "tests", "nothing"] as const

export type Promised = (typeof PROMISE_KINDS)[number]
