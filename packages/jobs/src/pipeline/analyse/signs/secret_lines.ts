import { isTestPath } from "@proofloop/foundation/paths"
import { redactSecrets } from "@proofloop/foundation/text"
import { isAside } from "../repository/ecosystems.ts"
import type { Repository } from "../repository/repository.ts"

const MAX_PLACES = 20
const MAX_LINE = 2000

export interface Place {
  readonly path: string
  readonly line: number
  readonly what: string
}

/**
 * Lines with a private key or a token with a vendor's prefix, and `.env` files with a value under a secret's name.
 * Leaves out tests, examples and documents, and values that look made up.
 */
export async function secretLines(repository: Repository): Promise<readonly Place[]> {
  const candidates = repository.paths.filter(isCandidate)
  const places: Place[] = []
  for await (const { path, text } of repository.texts(candidates)) {
    if (places.length >= MAX_PLACES) break
    if (text.includes("PRIVATE KEY")) places.push(...privateKeys(path, text))
    if (ENV.test(path)) places.push(...namedSecrets(path, text))
    else if (PREFIX.test(text)) places.push(...tokens(path, text))
  }
  return places.slice(0, MAX_PLACES)
}

function isCandidate(path: string): boolean {
  if (isTestPath(path) || isAside(path) || DOCUMENT.test(path)) return false
  return !/\.(?:lock|sum|svg|png|jpe?g|gif|ico|woff2?|ttf|eot|pdf|zip|gz|jar|map|min\.js|snap|ipynb|csv)$|lock\.(?:json|yaml)$/i.test(
    path,
  )
}

const DOCUMENT =
  /\.(?:md|mdx|rst|txt|adoc|html?)$|(?:^|\/)(?:test|mock|fake|dummy|sample|example)[^/]{0,80}$|[._-](?:sample|example|template|dist)(?:\.|$)/i
const ENV = /(?:^|\/)\.env(?:\.(?:local|production|prod|staging))?$/

/** A head followed by lines of base64, to its foot; code may name the head alone. */
function privateKeys(path: string, text: string): readonly Place[] {
  const lines = text.split("\n")
  return lines.flatMap((line, at) => {
    if (line.length > MAX_LINE || !/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/.test(line)) return []
    const body = lines.slice(at + 1, at + 4)
    const is_key =
      body.length === 3 && body.every((one) => /^[\s"'+]{0,8}[A-Za-z0-9+/=]{40,}/.test(one.slice(0, 200)))
    return is_key ? [{ path, line: at + 1, what: "a private key" }] : []
  })
}

function namedSecrets(path: string, text: string): readonly Place[] {
  return text.split("\n").flatMap((line, at) => {
    const [, name = "", value = ""] =
      /^\s{0,8}(?:export )?([A-Z][A-Z0-9_]{1,80})=["']?([^"'\s#]{8,400})/.exec(line.slice(0, MAX_LINE)) ?? []
    const is_secret =
      /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE/.test(name) && !/PUBLIC|^NEXT_|^VITE_/.test(name)
    return is_secret && isVaried(value) && !MADE_UP.test(value)
      ? [{ path, line: at + 1, what: `a value for ${name}` }]
      : []
  })
}

/** Tokens whose beginning names their vendor, long enough to be real. */
const PREFIX =
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60}|glpat-[\w-]{20}|npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50}|AKIA[A-Z0-9]{16}(?![A-Za-z0-9])|AIza[\w-]{35}|xox[abp]-\d{10,13}-[A-Za-z0-9-]{20}|sk_live_[A-Za-z0-9]{24}|sk-(?:proj|ant)-[\w-]{40}|SG\.[\w-]{22}\.[\w-]{43}|dop_v1_[a-f0-9]{64})/

function tokens(path: string, text: string): readonly Place[] {
  return text.split("\n").flatMap((line, at) => {
    const token = PREFIX.exec(line.slice(0, MAX_LINE))?.[0]
    if (token === undefined || !isVaried(token) || MADE_UP.test(line.slice(0, MAX_LINE))) return []
    // The redactor knows these forms as well, and its leftovers are not secrets.
    return redactSecrets(token) === token
      ? []
      : [{ path, line: at + 1, what: `a token that begins with ${token.slice(0, 4)}` }]
  })
}

const MADE_UP =
  /example|sample|dummy|fake|placeholder|your[-_]|changeme|xxxx|0000|1234567|abcdef|test|<|\$\{/i

/** At least ten different characters: repeated ones were made up. */
function isVaried(text: string): boolean {
  return new Set(text).size >= 10
}
