import type { TextFile } from "../repository/repository.ts"
import type { Place } from "./secret_lines.ts"

const CALLS: ReadonlyArray<readonly [files: RegExp, call: RegExp, what: string]> = [
  [
    /\.py$/,
    /\byaml\.load\((?![^)]{0,200}(?:Loader|loader))[^)]{1,200}\)/,
    "yaml.load without a loader makes any object",
  ],
  [
    /\.py$/,
    /\b(?:requests|session|httpx|client)\.(?:get|post|put|delete|patch|request|head)\(.{0,300}\bverify\s{0,2}=\s{0,2}False\b/,
    "the certificate is not checked",
  ],
  [
    /\.py$/,
    /\b(?:subprocess\.\w{2,20}|os\.system|os\.popen)\(\s{0,8}(?:f["']|["'][^"']{0,200}["']\s{0,4}(?:%|\+|\.format\()).{0,300}/,
    "a shell is given a text that is made of values",
  ],
  [/\.py$/, /\btempfile\.mktemp\(/, "the name of a temporary file can be taken by another"],
  [/\.py$/, /\bssl\._create_unverified_context\b/, "the certificate is not checked"],
  [/\.[cm]?[jt]sx?$/, /\brejectUnauthorized\s{0,4}:\s{0,4}false\b/, "the certificate is not checked"],
  [
    /\.[cm]?[jt]sx?$/,
    /NODE_TLS_REJECT_UNAUTHORIZED["'\]]{0,2}\s{0,4}=\s{0,4}["']?0/,
    "no certificate is checked in the whole process",
  ],
  [
    /\.[cm]?[jt]sx?$/,
    /(?<![.\w$])(?:child_process\.)?exec(?:Sync)?\(\s{0,8}(?:`[^`]{0,300}\$\{|["'][^"']{0,200}["']\s{0,4}\+)/,
    "a shell is given a text that is made of values",
  ],
  [/\.[cm]?[jt]sx?$/, /(?<![.\w$])eval\(\s{0,8}(?!["'`)])[\w$]/, "eval of a value"],
  [/\.go$/, /\bInsecureSkipVerify\s{0,4}[:=]\s{0,4}true\b/, "the certificate is not checked"],
  [
    /\.go$/,
    /\bexec\.Command(?:Context)?\((?:ctx,\s{0,4})?"(?:\/bin\/)?(?:ba)?sh",\s{0,4}"-c",\s{0,4}(?:fmt\.|"[^"]{0,200}"\s{0,4}\+)/,
    "a shell is given a text that is made of values",
  ],
  [/\.rs$/, /\bdanger_accept_invalid_(?:certs|hostnames)\(true\)/, "the certificate is not checked"],
  [
    /\.java$/,
    /\b(?:NoopHostnameVerifier|ALLOW_ALL_HOSTNAME_VERIFIER|AllowAllHostnameVerifier)\b/,
    "the name in the certificate is not checked",
  ],
  [/\.java$/, /\bgetRuntime\(\)\s{0,4}\.exec\(\s{0,4}"[^"]{0,200}"\s{0,4}\+/, "a command is made of values"],
]

const MAX_LINE = 1000

/** The lines of a source with a call that lets strangers in. Leaves out comments, and texts that quote such code. */
export function riskyCalls({ path, text }: TextFile): readonly Place[] {
  // A package's build code is run by its author.
  const calls = /(?:^|\/)setup\.py$/.test(path) ? [] : CALLS.filter(([files]) => files.test(path))
  if (calls.length === 0) return []
  return text.split("\n").flatMap((whole, at) => {
    const line = whole.slice(0, MAX_LINE)
    return calls.flatMap(([, call, what]) => {
      const found = call.exec(line)
      return found !== null && isCode(line, found.index) ? [{ path, line: at + 1, what }] : []
    })
  })
}

/** Whether a place in a line is neither behind the start of a comment nor inside quotes. */
function isCode(line: string, index: number): boolean {
  const before = line.slice(0, index)
  if (/^\s{0,80}(?:\*|\/\/|#|\/\*|>>>|\.\.\.|import\b)/.test(line)) return false
  if (/\s(?:\/\/|#)\s/.test(before)) return false
  return ["'", '"', "`"].every((quote) => before.split(quote).length % 2 === 1)
}
