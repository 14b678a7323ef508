import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import { findSecrets, type FoundSecret } from "@proofloop/foundation/text"
import { isInTests } from "../completeness/moved.ts"
import { defineCritic } from "../critic.ts"
import { lineAt, lineStarts } from "../docs/lines.ts"
import { verdictOf, type Violation } from "../verdict.ts"

/** secrets: a change must not add a secret to a file. Messages do not contain it. @requirement critics.secrets */
export const hardCodedSecrets = defineCritic({
  id: "secrets",
  title: "Hard-coded secrets",
  reads_any_text: true,
  description:
    "Stops tokens, private keys and passwords that a change writes into a source or a configuration.",
  scope: "file",
  default_in: { gate: true, check: true },
  event: { type: "critic_secrets.fail" },
  check_name: "Secret check",
  advice:
    "Take the secret out of the file and read it from the environment or from a secret store. One that was committed has to be replaced at its vendor.",
  check(change) {
    const known = knownTexts(change)
    return verdictOf(
      change.files.flatMap(({ path, after }) => {
        const text =
          after === null || after.includes(0) || after.length > MAX_SIZE ? null : lenientText(after)
        return text === null || SHOWN.test(path) || isInTests(path) ? [] : violationsIn(path, text, known)
      }),
    )
  },
})

/** Larger files are data. Bytes. */
const MAX_SIZE = 512 * 1024
const MAX_TOLD = 20

/** Test data, files of examples, and generated files. */
const SHOWN =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|mocks?|__mocks__|__snapshots__|cassettes)\/|\.(?:lock|snap|svg|map|min\.js|patch|diff|po|example|sample|template|dist)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum|npm-shrinkwrap\.json|CHANGELOG[\w.]{0,20})$|\.(?:example|sample|template)\.\w{1,8}$/i
/** There only a vendor's token counts: a text under the name of a secret shows where one goes. */
const DOCUMENT =
  /\.(?:mdx?|mdc|markdown|rst|adoc|txt|html)$|(?:^|\/)(?:docs?|docs_src|examples?|samples?|demo)\//i

function violationsIn(path: string, text: string, known: string): readonly Violation[] {
  const starts = lineStarts(text)
  const is_document = DOCUMENT.test(path)
  const found = findSecrets(text.replaceAll(TYPE, (all) => " ".repeat(all.length)))
  const bearers = is_document ? [] : bearerTokens(text)
  return [...found, ...bearers.filter(({ end }) => found.every((other) => other.end !== end))]
    .filter(
      (secret) => isReal(secret, text, is_document) && !known.includes(text.slice(secret.start, secret.end)),
    )
    .slice(0, MAX_TOLD)
    .map(({ kind, name, start }) => ({
      path,
      line: lineAt(starts, start),
      rule: "hard_coded_secret",
      message: `${TOLD[kind]}${kind === "named" ? ` ${name}` : ""} stands here in the open`,
      evidence: kind === "named" ? name : kind,
    }))
}

/** Keys that their service publishes on purpose. */
const PUBLISHABLE = /^pk_(?:live|test)_/

/** Tokens in a text that is passed on: "Bearer ...". */
function bearerTokens(text: string): readonly FoundSecret[] {
  return [...text.matchAll(BEARER)].flatMap(({ 1: token = "", index, 0: all }) => {
    const start = index + all.length - token.length
    return isStrongValue(token)
      ? [{ kind: "token", start, end: start + token.length, name: "" } as const]
      : []
  })
}

const BEARER = /["'`]Bearer ([\w.~+/-]{20,2000}={0,2})(?=["'`])/g

/** The type between a name and its text: `KEY: &str = "..."`. */
const TYPE = /(?<=\w):[ \t]{0,2}(?:&(?:'static )?)?(?:str|string|String)(?=[ \t]{0,2}=[ \t]{0,2}["'`])/g

const TOLD: Readonly<Record<FoundSecret["kind"], string>> = {
  token: "a token of a service",
  private_key: "a private key",
  password_in_address: "a password in an address",
  named: "the value of",
}

/** Values shaped like a secret, no placeholders. Under a secret's name only a quoted text or a setting counts. */
function isReal({ kind, start, end }: FoundSecret, text: string, is_document: boolean): boolean {
  const value = text.slice(start, end)
  if (kind === "private_key") return value.length > 200 && !isExampleSecret(value.split("\n")[2] ?? "")
  const bare = value.replace(/^["'`]|["'`]$/g, "")
  if (isExampleSecret(bare)) return false
  if (kind === "token") return !PUBLISHABLE.test(bare)
  if (is_document) return false
  if (kind === "password_in_address") return bare.length >= 8 && isStrongValue(bare) && !isLocal(text, end)
  return (
    isStrongValue(bare) &&
    (/^["'`]/.test(value) || isSetting(text, start, end) || isOfConnection(text, start, end))
  )
}

/** A line with only the name and the value, as in settings. */
function isSetting(text: string, start: number, end: number): boolean {
  const from = text.lastIndexOf("\n", start) + 1
  const to = text.indexOf("\n", end)
  const line = text.slice(from, to < 0 ? text.length : to).trim()
  return /^(?:export\s+)?[\w.-]{1,100}\s?[:=]\s?\S{1,2000}$/.test(line) && !/[({;]/.test(line)
}

/** A pair of a connection string, `Server=db;User Id=sa;Password=...`, that leads to another machine. */
function isOfConnection(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - 1000), start)
      .split(BORDER)
      .at(-1) ?? ""
  const after = text.slice(end, end + 1000).split(BORDER, 1)[0] ?? ""
  const parts = `${before}${text.slice(start, end)}${after}`
    .split(/[;?&]/)
    .filter((part) => part.trim() !== "")
  // What names a driver or an address may stand before the first pair.
  const pairs = parts.filter((part) => PAIR.test(part))
  const is_connection = pairs.length >= LEAST_PAIRS && parts.slice(1).every((part) => PAIR.test(part))
  return is_connection && !parts.some((part) => LOCAL_SERVER.test(part))
}

const LEAST_PAIRS = 2
const BORDER = /["'`<>\n]/
const PAIR = /^\s{0,20}[A-Za-z][\w .-]{0,60}=\s{0,4}[^=\s][^\n]{0,500}$/
const LOCAL_SERVER = /(?:=|\/\/)\s{0,4}(?:tcp:)?(?:\(?local(?:host|db)?\)?|127\.0\.0\.1|\.)(?:[\\,:/]|$)/i

function isLocal(text: string, end: number): boolean {
  return /^@(?:localhost|127\.0\.0\.1|\[?::1|0\.0\.0\.0|host\b|example\.|[\w.-]{1,60}\.(?:example|test|local)\b)/.test(
    text.slice(end, end + 80),
  )
}

/** The texts before the change: an earlier or moved secret is not new. */
function knownTexts(change: ChangeSet): string {
  return change.files.map(({ before }) => lenientText(before) ?? "").join("\n")
}

/** Whether a value shaped like a secret is a placeholder: it says so, repeats itself or counts. */
function isExampleSecret(value: string): boolean {
  if (WORDS.test(value) || /(.)\1{4,}/.test(value)) return true
  const lower = value.toLowerCase()
  if (COUNTED.some((row) => lower.includes(row))) return true
  return new Set(lower).size < Math.min(8, value.length / 2)
}

const WORDS =
  /example|sample|dummy|fake|placeholder|change[-_]?me|your[-_]|redacted|foobar|lorem|xxxx|not[-_]?a[-_]?real|insert[-_]|replace[-_]|todo|default|test|secret|hunter2|deadbeef|cafebabe|password/i
const COUNTED = ["abcdef", "123456", "fedcba", "654321", "qwerty", "zyxwvu", "012345"]

/** Whether a value looks generated or chosen with care: long, with signs of several kinds, and no words. */
function isStrongValue(value: string): boolean {
  if (/\s/.test(value) || value.length < 8 || value.length > 512) return false
  if (
    /^[\w.-]{0,100}$/.test(value) &&
    value
      .split(/[._-]/)
      .every((word) =>
        /^[A-Z]?[a-z]{1,20}\d{0,2}[a-z]{0,2}$|^[A-Z]{1,20}\d{0,2}[A-Z]{0,2}$|^\d{0,4}$/.test(word),
      )
  )
    return false
  if (/^(?:https?:|\/|\.{1,2}\/)|[{}<>$]|\(\)|::/.test(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(value)).length
  if (!/\d/.test(value)) return value.length >= 20 && kinds >= 2 && entropy(value) >= 3.8
  return value.length >= 16 ? kinds >= 2 && entropy(value) >= 3 : kinds >= 3 && entropy(value) >= 2.5
}

/** Bits per sign, by the frequency of each sign. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
