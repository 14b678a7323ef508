import { redactSecrets } from "@proofloop/foundation/text"

/** Hides secrets in a run: by the built-in rules, then by the host's own. Never throws. */
export function createRedactor(redact: ((text: string) => string) | undefined): (text: string) => string {
  const redactOnce = rememberNames()
  if (redact === undefined) return redactOnce
  return (text) => {
    const once = redactOnce(text)
    try {
      return String(redact(once))
    } catch {
      // A redactor that fails must not leak the secret.
      return "[redacted]"
    }
  }
}

const LONGEST_NAME = 128
const MOST_NAMES = 256

/** The same few names of tools and checks stand in most events, so their results are kept. */
function rememberNames(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > LONGEST_NAME) return redactSecrets(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const redacted = redactSecrets(text)
    if (known.size < MOST_NAMES) known.set(text, redacted)
    return redacted
  }
}
