import { InvalidOptionError } from "@proofloop/runtime"

/** How often an approver may send a plan back (self-correction facts B4). */
export const MAX_PLAN_REFINEMENTS = 3

/** Throws InvalidOptionError for a round that is none; round 0 is the first plan. */
export function checkRound(round: number): number {
  if (Number.isInteger(round) && round >= 0 && round <= MAX_PLAN_REFINEMENTS) return round
  const expected = `a whole number from 0 to ${MAX_PLAN_REFINEMENTS}; a plan is refined at most ${MAX_PLAN_REFINEMENTS} times`
  throw new InvalidOptionError({ option: "round", expected, got: round })
}
