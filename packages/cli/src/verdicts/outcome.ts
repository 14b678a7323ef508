import type { ConsensusOutcome } from "@proofloop/verifier"
import { exitCodes } from "../console/exit_code.ts"
import type { Style } from "../terminal/style.ts"

/** Each outcome has an exit code of its own, so that a script needs no parsing. */
export const outcome_codes: Readonly<Record<ConsensusOutcome, number>> = {
  PASS: exitCodes.clean,
  "HARD-STOP": exitCodes.findings,
  ESCALATE: exitCodes.escalate,
}

export function paintOutcome(outcome: ConsensusOutcome, style: Style): string {
  const paint = { PASS: style.green, "HARD-STOP": style.red, ESCALATE: style.yellow }[outcome]
  return style.bold(paint(outcome))
}
