import type { LensVerdict } from "./lens_verdict.ts"

export const SUBJECT = { diff_sha256: "d".repeat(64), contract_sha256: "c".repeat(64) }
export const OTHER_SUBJECT = { ...SUBJECT, diff_sha256: "e".repeat(64) }

export const EVIDENCE =
  "checkout.ts calls reserveStock once, and both rejection paths of the contract are reached"

/** Each lens looks at something of its own. */
const EVIDENCE_OF: Readonly<Record<string, string>> = {
  wiring: EVIDENCE,
  "concurrency-security": "reserveStock takes the row lock at stock.ts:12 before it reads the count",
  "contract-conformance": "orders.md wants out_of_stock for zero items, which checkout.ts:31 returns",
}

/** A counting verdict, with a separate session for each lens. */
export function verdictOf(lens: string, details: Partial<LensVerdict> = {}): LensVerdict {
  const verifier = { id: `proofloop/${lens}`, session_id: `session of ${lens}`, model_name: null }
  return {
    lens,
    verdict: "pass",
    evidence: EVIDENCE_OF[lens] ?? EVIDENCE,
    verifier,
    subject: SUBJECT,
    brief_sha256: "b".repeat(64),
    ...details,
  }
}

export function sessionOf(session_id: string) {
  return { id: "someone", session_id, model_name: null }
}
