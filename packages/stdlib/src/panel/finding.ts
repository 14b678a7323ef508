import * as z from "zod"

/** What a persona may answer; anything else rejects the whole reply. @requirement critics.panel */
const SEVERITIES = ["blocker", "major", "minor", "nit"] as const
export type ReviewSeverity = (typeof SEVERITIES)[number]

/** Words models use instead, and what they count as. */
const SEVERITY_ALIASES: Readonly<Record<string, ReviewSeverity>> = {
  critical: "blocker",
  high: "major",
  medium: "minor",
  low: "minor",
}

/** The term of Ψ that a devil's finding is about: grounded, fits its callers, free of slop, carries information. */
export const AXIOMS = ["Γ", "Φ", "Ω", "ΔI"] as const
export type Axiom = (typeof AXIOMS)[number]

export interface ReviewFinding {
  readonly severity: ReviewSeverity
  /** One sentence. */
  readonly summary: string
  /** The sort of problem, in the reviewer's word; "other" when none is given. */
  readonly category: string
  /** The file, as the reviewer wrote it; null for none. */
  readonly file: string | null
  /** The line, from 1; null for none. */
  readonly line: number | null
  /** Only in findings of the devil. */
  readonly axiom: Axiom | null
}

/** One of the four severities, or a word that models use instead. */
export const reviewSeverity = z.preprocess((given) => {
  const word = typeof given === "string" ? given.trim().toLowerCase() : given
  return typeof word === "string" && Object.hasOwn(SEVERITY_ALIASES, word) ? SEVERITY_ALIASES[word] : word
}, z.enum(SEVERITIES))

const fields = {
  severity: reviewSeverity,
  summary: z.string().trim().min(1).max(600),
  category: z.string().trim().max(60).default("other"),
  file: z.string().trim().min(1).max(500).nullish().default(null),
  line: z.int().min(1).max(10_000_000).nullish().default(null),
}

const MAX_FINDINGS = 20

export const panelReply = z.strictObject({
  findings: z.array(z.strictObject(fields)).max(MAX_FINDINGS),
})

export const devilReply = z.strictObject({
  findings: z.array(z.strictObject({ ...fields, axiom: z.enum(AXIOMS) })).max(MAX_FINDINGS),
})

/** Whether somebody has to act on it; only then does the refiner run. */
export function isFlagged({ severity: rank }: Pick<ReviewFinding, "severity">): boolean {
  return rank === "blocker" || rank === "major"
}
