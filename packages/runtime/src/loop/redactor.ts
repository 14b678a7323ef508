import { redactSecrets } from "@proofloop/foundation/text"

/** What hides secrets in a run: the built-in rules, then the host's own. Never throws. */
export function createRedactor(redact: ((text: string) => string) | undefined): (text: string) => string {
  if (redact === undefined) return redactSecrets
  return (text) => {
    const once = redactSecrets(text)
    try {
      return String(redact(once))
    } catch {
      // A redactor that fails must not leak what it was meant to hide.
      return "[redacted]"
    }
  }
}
