import type { OurParts } from "@proofloop/conformance/internal"

/** This project's implementation with one rule of it wrong on purpose: the suite must turn red on it. */
export interface BrokenImplementation {
  /** What it does, in one sentence, by which it is known; the requirements it violates say what it ought to do. */
  readonly wrong: string
  /** Requirements with at least one case each that must fail. */
  readonly violates: readonly [string, ...string[]]
  /** The broken part behind the same API; the other part is ours. */
  readonly parts: OurParts
}

/** A way to break something: `change` says what is different. */
export type Break<Change> = (
  wrong: string,
  violates: BrokenImplementation["violates"],
  change: Change,
) => BrokenImplementation
