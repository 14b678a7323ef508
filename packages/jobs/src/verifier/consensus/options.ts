import { InvalidOptionError, nameOption } from "@proofloop/foundation/errors"
import { PROMISE_KINDS, type Promised, type Requirement, REQUIREMENT_NAMES } from "../verdict/caveat.ts"
import { type ConsensusOptions, STANDARD_LENS_IDS, type VerdictSubject } from "../verdict/lens_verdict.ts"
import { LENS_NAME, normaliseLens } from "../verdict/read_verdict_lens.ts"
import { subjectSchema } from "../verdict/read_verdict_schema.ts"

export const MIN_CONSENSUS_LENSES = 3

export interface CheckedConsensusOptions {
  readonly subject: VerdictSubject
  readonly lenses: readonly string[]
  readonly min_lenses: number
  /** As identities are compared. */
  readonly builders: ReadonlySet<string>
  /** As identities are compared; null: unknown. */
  readonly builder_model: string | null
  /** null: not known. */
  readonly promised: Promised | null
  readonly requirements: readonly Requirement[]
}

const OPTION_NAMES = [
  "subject",
  "lenses",
  "min_lenses",
  "builder_id",
  "builder_model",
  "promised",
  "requirements",
] as const

/** A model without a name is still not a person, whose name would be null. */
export const UNNAMED_MODEL = "unnamed"

/** Throws InvalidOptionError for options that would weaken or void the decision. */
export function checkConsensusOptions(options: ConsensusOptions): CheckedConsensusOptions {
  checkNames(options, OPTION_NAMES)
  const lenses = checkLenses(options.lenses ?? STANDARD_LENS_IDS)
  const { promised } = options
  return {
    subject: checkSubject(options.subject),
    lenses,
    min_lenses: checkMinimum(options.min_lenses ?? MIN_CONSENSUS_LENSES, lenses.length),
    builders: checkBuilders(options.builder_id),
    builder_model: checkIdentity("builder_model", options.builder_model, "the name of a model"),
    promised: promised === undefined ? null : nameOption("promised", promised, PROMISE_KINDS),
    requirements: checkRequirements(options.requirements),
  }
}

/** Throws InvalidOptionError, with a near miss, for an unknown requirement. */
export function checkRequirements(given: readonly Requirement[] = []): readonly Requirement[] {
  if (!Array.isArray(given)) {
    const expected = `a list of ${REQUIREMENT_NAMES.join(", ")}`
    throw new InvalidOptionError({ option: "requirements", expected, got: given })
  }
  const names: readonly unknown[] = given
  return names.map((name, index) => nameOption(`requirements.${index}`, name, REQUIREMENT_NAMES))
}

function checkBuilders(given: ConsensusOptions["builder_id"]): ReadonlySet<string> {
  const ids = Array.isArray(given) ? (given as readonly string[]) : [given]
  const checked = ids.map((id) => checkIdentity("builder_id", id, "a verifier id, or a list of them"))
  return new Set(checked.filter((id) => id !== null))
}

function checkIdentity(option: string, given: unknown, expected: string): string | null {
  if (given === undefined) return null
  if (typeof given !== "string" || given.trim() === "")
    throw new InvalidOptionError({ option, expected, got: given })
  return sameIdentity(given)
}

/** Identities that differ only in case or white space are equal. */
export function sameIdentity(id: string): string {
  return id.normalize("NFKC").trim().toLowerCase()
}

/** Throws InvalidOptionError, with a near miss, for an unknown option. */
export function checkNames(options: object, names: readonly string[]): void {
  for (const key of Object.keys(options)) nameOption(key, key, names)
}

function checkLenses(given: readonly string[]): readonly string[] {
  const lenses: readonly unknown[] = Array.isArray(given) ? given : []
  const names = lenses.map((lens) => (typeof lens === "string" ? normaliseLens(lens) : ""))
  const bad = names.findIndex((name, index) => !LENS_NAME.test(name) || names.indexOf(name) !== index)
  if (bad !== -1) {
    const expected = "different names in letters, digits and -"
    throw new InvalidOptionError({ option: `lenses.${bad}`, expected, got: lenses[bad] })
  }
  if (names.length < MIN_CONSENSUS_LENSES || names.length > 64)
    throw new InvalidOptionError({ option: "lenses", expected: "3 to 64 lenses", got: given })
  return names
}

function checkMinimum(given: number, lenses: number): number {
  if (Number.isInteger(given) && given >= MIN_CONSENSUS_LENSES && given <= lenses) return given
  const expected = `a whole number from ${MIN_CONSENSUS_LENSES} to ${lenses}, the number of lenses`
  throw new InvalidOptionError({ option: "min_lenses", expected, got: given })
}

function checkSubject(given: VerdictSubject): VerdictSubject {
  const { data, error } = subjectSchema.safeParse(given)
  if (data !== undefined) return data
  const option = ["subject", ...(error.issues[0]?.path.map(String) ?? [])].join(".")
  const expected =
    "the SHA-256 of diff and contract, 64 hexadecimal digits in lower case, and the full id of the base's commit"
  throw new InvalidOptionError({ option, expected, got: given })
}
