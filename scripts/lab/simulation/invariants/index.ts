import * as budgets from "./budgets.ts"
import * as calls from "./calls.ts"
import * as ending from "./ending.ts"
import * as failure from "./failure.ts"
import type { Invariant, Observation } from "./invariant.ts"
import { journalIsInOrder } from "./journal.ts"
import { readersSeeTheStream } from "./readers.ts"
import { resumeEqualsUninterrupted } from "./resume.ts"
import * as starts from "./starts.ts"
import { everyCallIsAnswered, usageAddsUp } from "./transcript.ts"

export interface Violation {
  readonly invariant: string
  readonly chain: "undisturbed" | "disturbed"
  readonly difference: string
}

export const invariants: readonly Invariant[] = [
  ...Object.values(ending),
  ...Object.values(starts),
  ...Object.values(calls),
  ...Object.values(budgets),
  ...Object.values(failure),
  journalIsInOrder,
  readersSeeTheStream,
  everyCallIsAnswered,
  usageAddsUp,
  resumeEqualsUninterrupted,
]

/** Every promise that a seed's histories break, with the first difference. */
export function violationsOf(observation: Observation): readonly Violation[] {
  const { undisturbed, disturbed } = observation
  return invariants.flatMap(({ name, difference }) =>
    [undisturbed, disturbed].flatMap((chain) => {
      if (chain === null) return []
      const found = difference(chain, observation)
      const which = chain === undisturbed ? "undisturbed" : "disturbed"
      return found === null ? [] : [{ invariant: name, chain: which, difference: found } as const]
    }),
  )
}
