import { InvalidOptionError } from "@proofloop/foundation/errors"

/** How often an approver may send a plan back. @requirement self-correction.approval */
export const MAX_PLAN_REFINEMENTS = 3

/** Throws InvalidOptionError for an invalid round; round 0 is the first plan. */
export function checkRound(round: number): number {
  if (Number.isInteger(round) && round >= 0 && round <= MAX_PLAN_REFINEMENTS) return round
  const expected = `a whole number from 0 to ${MAX_PLAN_REFINEMENTS}; a plan is refined at most ${MAX_PLAN_REFINEMENTS} times`
  throw new InvalidOptionError({ option: "round", expected, got: round })
}
