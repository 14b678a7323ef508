import { LedgerError, decideOnVerdicts } from "@proofloop/jobs/internal/verifier"
import type { Consensus } from "@proofloop/jobs/verifier"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { wrapText } from "../console/wrap.ts"
import { createStyle } from "../terminal/style.ts"
import { consensusText } from "./consensus_text.ts"
import { inFlags, VERDICT_FLAGS } from "./flag_names.ts"
import { readDecision, readJudgedChange } from "./judged_change.ts"
import { withLedger } from "./ledger_trouble.ts"
import { OUTCOME_CODES } from "./outcome.ts"

/** Decides on the verdicts in the ledger; writes nothing. Resolves to the outcome's exit code; throws Misuse. */
export async function decide(input: Input, io: Io): Promise<number> {
  const { task, brief, ledger, own_lenses } = readJudgedChange(input, io)
  const { builder_id, ...decision } = readDecision(input)
  const options = { ...brief, ...decision, ledger, lenses: own_lenses, builder: { id: builder_id } }
  return withLedger(input.json, io, async () => {
    // Reads as the gate does: verdicts that it would not trust do not count here either.
    const { code, reason, consensus, hints, manifest } = await inFlags(VERDICT_FLAGS, () =>
      decideOnVerdicts(options),
    )
    if (consensus === null) throw new LedgerError(code ?? "verdict_ledger_invalid", reason)
    const { counted, stale, superseded, own, invalid, outcome } = consensus
    const verdicts = counted.length + stale + superseded + own + invalid
    const told = { task, ...consensus, hints, verdicts, subject: manifest.subject }
    const style = createStyle(io.stdout, io.env)
    io.stdout.write(
      input.json
        ? `${JSON.stringify(told)}\n`
        : wrapText(`${consensusText(consensus, { hints }, style)}${nextStep(consensus)}`, style.width),
    )
    return OUTCOME_CODES[outcome]
  })
}

/** What makes a verdict count where none does, and what ends a stop. */
function nextStep({ counted, outcome }: Consensus): string {
  if (outcome === "HARD-STOP")
    return "  next: mend the change; or another person than the one who stopped it says why: npx proofloop verify verdict --lifts\n"
  return counted.length > 0
    ? ""
    : "  next: npx proofloop verify asks models; npx proofloop verify verdict records what a person found\n"
}
