import { redactSecrets } from "@proofloop/foundation/text"
import type { CriticVerdict } from "./verdict.ts"

/**
 * The verdict without what looks like a secret in the values its messages quote: they go to models, to logs of CI and to
 * code scanning. Only what is quoted, because a key named `token` is followed by what was expected of it.
 */
export function withoutQuotedSecrets(verdict: CriticVerdict): CriticVerdict {
  if (verdict.status !== "fail") return verdict
  const violations = verdict.violations.map((violation) => {
    const message = violation.message.replaceAll(quoted, (text) => redactSecrets(text))
    return message === violation.message ? violation : { ...violation, message }
  })
  return { status: "fail", violations }
}

const quoted = /"[^"\n]{0,2000}"|'[^'\n]{0,2000}'/g
