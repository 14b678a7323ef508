import { distance } from "fastest-levenshtein"
import { errorCode } from "./error_code.ts"

/** Misuse found before a run starts: which option, what was expected, what was given, and a near miss if there is one. */
export class InvalidOptionError extends Error {
  readonly code = "invalid_option"
  /** The option at fault, with its place: "shell.timeout_ms". */
  readonly option: string
  readonly expected: string
  readonly got: string
  /** The known name nearest to what was given; null when none is near. */
  readonly did_you_mean: string | null

  constructor(details: {
    readonly option: string
    readonly expected: string
    readonly got: unknown
    readonly did_you_mean?: string | null
  }) {
    const got = describeValue(details.got)
    super(messageOf(details.option, details.expected, got, details.did_you_mean))
    this.name = "InvalidOptionError"
    this.option = details.option
    this.expected = details.expected
    this.got = got
    this.did_you_mean = details.did_you_mean ?? null
  }
}

/** Before a long list of what is possible comes what was probably meant. */
const LONG_EXPECTED = 60

function messageOf(option: string, expected: string, got: string, near: string | null | undefined): string {
  if (!near) return `${option}: expected ${expected}, got ${got}.`
  return expected.length > LONG_EXPECTED
    ? `${option}: got ${got}. Did you mean "${near}"? Expected ${expected}.`
    : `${option}: expected ${expected}, got ${got}. Did you mean "${near}"?`
}

/** Recognises the error across copies of this package. */
export function isInvalidOptionError(value: unknown): value is InvalidOptionError {
  return errorCode(value) === "invalid_option"
}

/**
 * Throws InvalidOptionError naming `option` for the first unknown name of `given`, with a near miss if there is one.
 * `inner` has the names that are known inside an option: the error tells where such a name belongs.
 */
export function refuseUnknownNames(
  option: string,
  given: object,
  known: readonly string[],
  inner: Readonly<Record<string, readonly string[]>> = {},
): void {
  const got = Object.keys(given).find((name) => !known.includes(name))
  if (got === undefined) return
  const did_you_mean =
    innerName(inner, (names) => (names.includes(got) ? got : null)) ??
    nearestName(got, known) ??
    innerName(inner, (names) => nearestName(got, names))
  const expected = did_you_mean === null ? `one of the options ${known.join(", ")}` : "a known option"
  throw new InvalidOptionError({ option, expected, got, did_you_mean })
}

/** The path of the name that `find` finds among those inside an option. */
function innerName(
  inner: Readonly<Record<string, readonly string[]>>,
  find: (names: readonly string[]) => string | null,
): string | null {
  for (const [outer, names] of Object.entries(inner)) {
    const found = find(names)
    if (found !== null) return `${outer}.${found}`
  }
  return null
}

/**
 * The known name closest to `name`, if it may be a slip: at most `most_edits` and half its length. The only one that
 * begins with `name` wins over one that is more than an edit away. Failing that, the only one that begins with an edit of
 * it.
 */
export function nearestName(name: string, known: Iterable<string>, most_edits = 3): string | null {
  if (name.length > 64) return null
  let best: string | null = null
  let fewest_edits = Math.min(most_edits, Math.floor(name.length / 2)) + 1
  for (const candidate of known) {
    const edits = distance(name, candidate)
    if (edits < fewest_edits) {
      best = candidate
      fewest_edits = edits
    }
  }
  if (fewest_edits > 1 && name.length >= LEAST_WHOLE_BEGINNING) {
    const [begun, ...others] = [...known].filter((candidate) => candidate.startsWith(name))
    if (begun !== undefined && others.length === 0) return begun
  }
  return best ?? nameBeginningWith(name, known)
}

const LEAST_WHOLE_BEGINNING = 3
/** Fewer letters begin too many names. */
const LEAST_BEGINNING = 4

function nameBeginningWith(name: string, known: Iterable<string>): string | null {
  if (name.length < LEAST_BEGINNING) return null
  const lengths = [name.length - 1, name.length, name.length + 1]
  const [found, ...others] = [...known].filter((candidate) =>
    lengths.some((length) => length < candidate.length && distance(name, candidate.slice(0, length)) <= 1),
  )
  return others.length === 0 ? (found ?? null) : null
}

/** A value as an error message shows it: its type, and the value itself when it is short and plain. */
export function describeValue(value: unknown): string {
  if (value === null) return "null"
  if (Array.isArray(value)) return `a list of ${value.length}`
  switch (typeof value) {
    case "string":
      return value.length <= 60
        ? `the string ${JSON.stringify(value)}`
        : `a string of ${value.length} characters`
    case "number":
    case "boolean":
      return `the ${typeof value} ${String(value)}`
    case "bigint":
      return "a bigint"
    case "object":
      return "an object"
    default:
      return typeof value
  }
}
