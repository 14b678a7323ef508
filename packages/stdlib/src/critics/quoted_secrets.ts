import { redactSecrets } from "@proofloop/foundation/text"
import type { CriticVerdict } from "./verdict.ts"

/** The verdict with secrets removed from quoted values, because messages reach models, logs and code scanning. */
export function withoutQuotedSecrets(verdict: CriticVerdict): CriticVerdict {
  if (verdict.status !== "fail") return verdict
  const violations = verdict.violations.map((violation) => {
    const message = violation.message.replaceAll(QUOTED, (text) => redactSecrets(text))
    return message === violation.message ? violation : { ...violation, message }
  })
  return { status: "fail", violations }
}

const QUOTED = /"[^"\n]{0,2000}"|'[^'\n]{0,2000}'/g
