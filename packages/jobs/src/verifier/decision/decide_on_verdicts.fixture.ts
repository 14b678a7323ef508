import { join } from "node:path"
import { buildBrief } from "../brief/build_brief.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { changedShop, EVIDENCE } from "../session/verifier.fixture.ts"
import type { VerifierDecisionOptions } from "../session/verifiers.ts"
import { type LensVerdict, STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"

/** A changed shop whose change three people passed. */
export async function passedShop(
  more: Readonly<Record<string, string>> = {},
  verdicts: Partial<LensVerdict>[] = [],
) {
  const options: VerifierDecisionOptions = await changedShop(more)
  const { manifest } = await buildBrief(options)
  const ledger = join(options.root, ".proofloop/verdicts/default.jsonl")
  const given = STANDARD_LENS_IDS.map((lens, index) => ({
    lens,
    verdict: "pass" as const,
    evidence: EVIDENCE,
    verifier: { id: `person-${index}`, session_id: `session-${index}`, model_name: null },
    subject: manifest.subject,
    brief_sha256: null,
    ...verdicts[index],
  }))
  await openVerdictLedger(ledger).append(given)
  return { options, ledger }
}
