import { redactCredentials } from "./secrets/credential.ts"
import { redactNamedSecrets } from "./secrets/named_secret.ts"
import { redactPrivateKeys } from "./secrets/private_key.ts"
import { redactVendorTokens } from "./secrets/vendor_token.ts"

/**
 * Replaces what looks like a secret by `[redacted]`: private keys, tokens with a vendor's prefix, credentials in
 * requests and addresses, and values under the name of a secret. A value without such a name or shape stays. Linear
 * in the text.
 */
export function redactSecrets(text: string): string {
  const redacted = redactVisible(text)
  if (!UNSEEN.test(redacted)) return redacted
  // A zero-width character inside a token hides it from a pattern, but a copied token still works.
  const bare = redacted.replaceAll(UNSEEN_SIGNS, "")
  const redacted_bare = redactVisible(bare)
  return redacted_bare === bare ? redacted : redacted_bare
}

const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const UNSEEN_SIGNS = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

function redactVisible(text: string): string {
  return redactVendorTokens(redactNamedSecrets(redactCredentials(redactPrivateKeys(text))))
}
