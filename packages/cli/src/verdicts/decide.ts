import { buildBrief, consensus, openVerdictLedger } from "@proofloop/stdlib/verifier"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { createStyle } from "../terminal/style.ts"
import { consensusText } from "./consensus_text.ts"
import { inFlags, verdict_flags } from "./flag_names.ts"
import { withLedger } from "./ledger_trouble.ts"
import { outcome_codes } from "./outcome.ts"
import { readDecision, readPlace } from "./place.ts"

/** Decides on the verdicts that the ledger has; writes nothing. Resolves to the outcome's exit code; throws Misuse. */
export async function decide(input: Input, io: Io): Promise<number> {
  const place = readPlace(input, io)
  return inFlags(verdict_flags, async () => {
    const { manifest } = await buildBrief(place.brief)
    return withLedger(input.json, io, async () => {
      const entries = await openVerdictLedger(place.ledger).read()
      const decided = consensus(
        entries.map(({ verdict }) => verdict),
        { subject: manifest.subject, lenses: place.lenses, ...readDecision(input) },
      )
      const style = createStyle(io.stdout, io.env)
      io.stdout.write(
        input.json
          ? `${JSON.stringify({ task: place.task, ...decided, verdicts: entries.length, subject: manifest.subject })}\n`
          : consensusText(decided, style),
      )
      return outcome_codes[decided.outcome]
    })
  })
}
