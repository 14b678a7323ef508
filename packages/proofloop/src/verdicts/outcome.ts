import type { ConsensusOutcome } from "@proofloop/jobs/internal/verifier"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Style } from "../terminal/style.ts"

/** A separate exit code for each outcome, so that a script needs no parsing. */
export const OUTCOME_CODES: Readonly<Record<ConsensusOutcome, number>> = {
  PASS: EXIT_CODES.clean,
  "HARD-STOP": EXIT_CODES.findings,
  ESCALATE: EXIT_CODES.escalate,
}

export function paintOutcome(outcome: ConsensusOutcome, style: Style): string {
  const paint = { PASS: style.green, "HARD-STOP": style.red, ESCALATE: style.yellow }[outcome]
  return style.bold(paint(outcome))
}
