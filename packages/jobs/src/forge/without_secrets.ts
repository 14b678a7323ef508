import { redactSecrets } from "@proofloop/foundation/text"

const MARK = "[redacted]"

/**
 * A text without these secrets, as they are, URL-encoded, in base64 alone or within something longer, or in hexadecimal, and
 * without what else looks like a secret. One of fewer than 6 characters is taken out as it is alone.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let told = text
  for (const secret of secrets) if (secret !== "") told = withoutSecret(told, secret)
  return redactSecrets(told)
}

function withoutSecret(text: string, secret: string): string {
  const plain = [secret, encodeURIComponent(secret)]
  let told = plain.reduce((left, form) => left.replaceAll(form, MARK), text)
  if (secret.length < 6) return told
  const hex = Buffer.from(secret).toString("hex")
  for (const form of [hex, hex.toUpperCase()]) told = told.replaceAll(form, MARK)
  for (const core of base64Cores(secret)) told = withoutRun(told, core)
  return told
}

/** What base64 of any text with the secret in it has in common, for each of the three places it can begin at. */
function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const cores = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    const from = before === 0 ? 0 : before + 1
    // The last characters depend on what follows.
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(from, whole)
  })
  return [...cores, ...cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"))]
}

/** Takes out the whole of each run of base64 that holds the core. */
function withoutRun(text: string, core: string): string {
  if (!text.includes(core)) return text
  return text
    .split(/([A-Za-z0-9+/=_-]+)/)
    .map((part) => (part.includes(core) ? MARK : part))
    .join("")
}
