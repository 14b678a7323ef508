import { redactSecrets } from "@proofloop/foundation/text"

const MARK = "[redacted]"

/**
 * A text without these secrets, as they are and URL-encoded, and without anything that looks like a secret. From 6
 * characters on they are found in hexadecimal and, wherever they begin in it, in base64. Linear in the text.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== "")
  const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret)])
  const plain = forms
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, form) => left.replaceAll(form, MARK), text)
  const long = known.filter((secret) => secret.length >= SHORTEST)
  const cores = long.flatMap((secret) => [...base64Cores(secret), Buffer.from(secret).toString("hex")])
  // A find extends to the whole run around it.
  const hidden = plain.replaceAll(BASE64, (run) => (cores.some((core) => run.includes(core)) ? MARK : run))
  return redactSecrets(hidden)
}

/** A shorter one would match unrelated text. */
const SHORTEST = 6
const BASE64 = /[\w+/-]{8,}={0,2}/g

/** What base64 has of a secret in any text, by the three places where it may begin, in both alphabets. */
function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    // The first and the last sign depend on what is beside the secret.
    const [from, to] = [Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3)]
    const core = encoded.slice(from, to)
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")]
  })
}
