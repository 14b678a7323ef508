import { redactSecrets } from "@proofloop/foundation/text"

/** A value as JSON, each text in it without secrets. Journals and diffs hold what programs printed. */
export function servedJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? servedText(one) : one))
}

const MARK = "[redacted]"
/** Shorter than any secret. */
const SHORT = 8

export function servedText(text: string): string {
  return text.length < SHORT ? text : text.split(MARK).map(redactSecrets).join(MARK)
}
