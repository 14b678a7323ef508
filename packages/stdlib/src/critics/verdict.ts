import { thrownMessage } from "@proofloop/foundation/errors"

/** One thing that is wrong with a change. */
export interface Violation {
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
  /** Which text `line` and `column` count in: that of the file before the change, for what is gone. Default: after it. */
  readonly side?: "before"
  /** Only where there is no doubt about what was meant. */
  readonly fix?: Fix
}

/** A repair of the file after the change. */
export interface Fix {
  /** What it does, as in "rename the key to \"strict\"". */
  readonly title: string
  /** In UTF-16 code units of the text without its byte order mark; sorted, none over another. */
  readonly edits: ReadonlyArray<{ readonly start: number; readonly end: number; readonly text: string }>
}

export interface FailVerdict {
  readonly status: "fail"
  /** Never empty; in the order in which the paths were touched. */
  readonly violations: readonly Violation[]
  /** Why part of the change could not be looked at. */
  readonly unable?: string
}

/** It could not look, which is neither pass nor fail. */
export interface UnableVerdict {
  readonly status: "unable"
  readonly reason: string
  /** It threw. */
  readonly crashed?: true
  /** What it runs did not end in time. */
  readonly timed_out?: true
}

export type CriticVerdict = { readonly status: "pass" } | FailVerdict | UnableVerdict

/** Passes without violations, else fails with them. */
export function verdictOf(violations: readonly Violation[]): CriticVerdict {
  return violations.length === 0 ? { status: "pass" } : { status: "fail", violations }
}

/** The verdict where some of it could not be looked at: what was found counts, and the reasons are told beside it. */
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
