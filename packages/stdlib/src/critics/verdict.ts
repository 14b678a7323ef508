import { thrownMessage } from "@proofloop/foundation/errors"

export interface Violation {
  /** The file, relative to the root, with "/". */
  readonly path: string
  /** From 1. */
  readonly line?: number
  /** From 1, in UTF-16 code units. */
  readonly column?: number
  /** Stable within a critic, snake_case: "missing_definition". */
  readonly rule: string
  /** One sentence that a model or a person can act on. */
  readonly message: string
  /** The token, name, key or value the rule looked at. */
  readonly evidence: string
  /** The text that `line` and `column` count in: the file before the change for removed code. Default: after it. */
  readonly side?: "before"
  /** What a check reports it as, whatever its critic is: a warning may be intended. A gate knows failures alone. */
  readonly severity?: "error" | "warning"
  /** Present only where the intention is clear. */
  readonly fix?: Fix
}

/** A repair of the file after the change. */
export interface Fix {
  /** What it does: "rename the key to \"strict\"", for instance. */
  readonly title: string
  /** In UTF-16 code units of the text without its byte order mark; sorted, without overlap. */
  readonly edits: ReadonlyArray<{
    /** First code unit to replace. */
    readonly start: number
    /** The first code unit after those. */
    readonly end: number
    /** The text to put in their place. */
    readonly text: string
  }>
}

export interface FailVerdict {
  readonly status: "fail"
  /** Never empty; in the order in which the paths were touched. */
  readonly violations: readonly Violation[]
  /** Why part of the change could not be judged. */
  readonly unable?: string
}

/** It could not judge, which is neither pass nor fail. */
export interface UnableVerdict {
  readonly status: "unable"
  readonly reason: string
  /** It threw. */
  readonly crashed?: true
  /** The command it ran did not end in time. */
  readonly timed_out?: true
}

export type CriticVerdict = { readonly status: "pass" } | FailVerdict | UnableVerdict

/** Passes without violations, else fails with them. */
export function verdictOf(violations: readonly Violation[]): CriticVerdict {
  return violations.length === 0 ? { status: "pass" } : { status: "fail", violations }
}

/** The verdict when part of the change could not be judged: findings count, and the reasons stand beside them. */
export function partialVerdict(
  violations: readonly Violation[],
  reasons: ReadonlySet<string>,
): CriticVerdict {
  const verdict = verdictOf(violations)
  if (reasons.size === 0) return verdict
  const reason = [...reasons].join("; ")
  return verdict.status === "fail" ? { ...verdict, unable: reason } : { status: "unable", reason }
}

export function unable(reason: string): UnableVerdict {
  return { status: "unable", reason }
}

export function crashVerdict(error: unknown): CriticVerdict {
  return { status: "unable", reason: thrownMessage(error), crashed: true }
}
