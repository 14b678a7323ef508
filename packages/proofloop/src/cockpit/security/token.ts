import { createHash, timingSafeEqual } from "node:crypto"
import { InvalidOptionError } from "@proofloop/foundation/errors"

const SHORTEST = 16
const LONGEST = 1024

/** Throws InvalidOptionError for a token that could be guessed, or that no header can hold. */
export function requireUsableToken(token: string): void {
  if (token.length >= SHORTEST && token.length <= LONGEST && /^[\x21-\x7e]+$/.test(token)) return
  throw new InvalidOptionError({
    option: "token",
    expected: `${SHORTEST} to ${LONGEST} visible ASCII characters`,
    // The value itself is a secret.
    got: `${token.length} characters`,
  })
}

/** Whether a header is `Bearer` with the token. Takes as long for any wrong token. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer ([\x21-\x7e]{1,1024})$/.exec(authorization ?? "")?.[1] ?? ""
  return timingSafeEqual(digest(given), digest(token)) && given !== ""
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
