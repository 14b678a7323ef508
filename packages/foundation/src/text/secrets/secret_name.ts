import { looksRandom } from "./plain_value.ts"

export interface Given {
  readonly value: string
  /** As in a shell, without a space around the sign. */
  readonly close: boolean
}

/** Whether the name says that its value is a secret: `DB_PASSWORD`, `clientSecret`, `AccountKey`, `STRIPE_KEY`. */
export function isSecretName(name: string, given: Given): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ""
  if (words.length === 0 || ABOUT.has(last) || words.some((word) => HARMLESS.has(word))) return false
  const upper = /[A-Z]/.test(name) && !/[a-z]/.test(name)
  const place = words.findIndex((word) => SECRET_WORD.test(word))
  if (place >= 0)
    return isEnd(words, place) || upper || (words[place] !== "token" && looksRandom(given.value))
  if (last === "auth") return looksRandom(given.value) && given.value.length >= 20
  if (last === "pass") return words.length > 1 && (upper || ACCOUNTS.has(words.at(-2) ?? ""))
  return isSecretKey(words, upper, given)
}

/** The words of a name in lower case: `DB_PASSWORD`, `dbPassword` and `db-password` are alike. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/)
    .filter((word) => word !== "")
}

/** The secret word ends the name, or is followed only by a number or a format. */
function isEnd(words: readonly string[], place: number): boolean {
  return words.slice(place + 1).every((word) => FORMS.has(word) || /^v?\d{1,3}$/.test(word))
}

function isSecretKey(words: readonly string[], upper: boolean, { value, close }: Given): boolean {
  const place = words.lastIndexOf("key")
  if (place < 1 || !isEnd(words, place)) return false
  const before = words.slice(0, place)
  if (before.some((word) => KEYS.has(word))) return true
  if (before.some((word) => PLAIN_KEYS.has(word))) return false
  return upper && (close || looksRandom(value))
}

const SECRET_WORD =
  /^\w{0,32}?(?:passw(?:or)?d|passphrase|passcode|secret|token|(?:api|access|private|account|auth|secret|signing|encryption)key)\d{0,3}$|^(?:pwd|secrets|passwords|credentials?|authorization)$/

const FORMS: ReadonlySet<string> = new Set(
  (
    "key access value base base64 b64 hex pem raw plain plaintext hash old new current previous next prod production dev development " +
    "staging stage live sandbox test primary secondary main backup default data read write admin bot user"
  ).split(" "),
)

/** A name with this end speaks about the secret. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    "name names id ids type types kind count counts limit limits size length len url uri host endpoint path paths file files dir " +
    "folder field fields label policy policies rule rules ref refs class index position pos start end line column expiry expires " +
    "expiration expired in at ttl age lifetime timeout format regex pattern prefix suffix hint placeholder required enabled disabled " +
    "valid invalid status state error errors exception message manager provider service store reset strength length validator " +
    "usage version algorithm alg encoding env var source scope scopes list map budget color spec sha256 sha512 sha1 digest checksum " +
    "fingerprint length rotation cost price ratio rate tests"
  ).split(" "),
)

/** Tokens that a text is made of. */
const HARMLESS: ReadonlySet<string> = new Set(
  "eos bos pad unk cls sep mask special max min num total stop tokens".split(" "),
)

const ACCOUNTS: ReadonlySet<string> = new Set(
  "db database user smtp mysql pg postgres redis mail email admin root ftp ssh login auth http proxy ldap mongo".split(
    " ",
  ),
)

const KEYS: ReadonlySet<string> = new Set(
  (
    "api apim access secret private account shared signing encryption encrypt decryption master auth license deploy ssh root admin " +
    "jwt hmac aes subscription functions client service webhook consumer app application"
  ).split(" "),
)

const PLAIN_KEYS: ReadonlySet<string> = new Set(
  (
    "primary foreign unique public sort partition cache index map hash range group composite natural surrogate translation i18n " +
    "registry hot shortcut event row query state react item config join lookup label order search route selector object column " +
    "dictionary dict json"
  ).split(" "),
)
