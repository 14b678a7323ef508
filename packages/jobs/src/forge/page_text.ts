import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"

/** A character without width: it disables a mark, and the text reads as before. */
const BREAK = "\u200B"
const MOST_QUOTED = 20_000

/**
 * Makes a foreign text safe for a page of a hosting service: no mentions, no closed or linked issues, no HTML,
 * comments or remote images. No line of it can pass for one of ours. Secrets are redacted; control and direction
 * characters are shown as "�".
 */
export function defused(text: string): string {
  return (
    redactSecrets(text)
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(/[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g, "\uFFFD")
      .replaceAll(/\p{Cs}/gu, "\uFFFD")
      // A page shows "&commat;" and "&#35;" as the marks below.
      .replaceAll(/&(?=(?:#\w{1,8}|[A-Za-z]\w{1,31});)/g, `&${BREAK}`)
      .replaceAll(/@(?=[\w-])/g, `@${BREAK}`)
      .replaceAll(/#(?=\d)/g, `#${BREAK}`)
      .replaceAll(/\bGH-(?=\d)/gi, (mark) => `${mark}${BREAK}`)
      .replaceAll(
        /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=:?\s{1,20}https?:)/gi,
        (word) => `${word}${BREAK}`,
      )
      .replaceAll(/<(?=[A-Za-z/!?])/g, `<${BREAK}`)
      .replaceAll("![", `!${BREAK}[`)
      .replaceAll("]:", `]${BREAK}:`)
      .replaceAll(
        /^(?:Feedback-Id|Regression-Test|Proofloop-[A-Z][a-z]{1,20})(?=:)/gim,
        (name) => `${name}${BREAK}`,
      )
  )
}

/** A foreign text for a commit message or title: as `defused`, without the words in brackets that switch off a forge's CI. */
export function messageText(text: string): string {
  return defused(text)
    .replaceAll(/\[(?=[^\][]{0,20}\b(?:ci|actions|azp|azurepipelines)\b)/gi, `[${BREAK}`)
    .replaceAll(/\*\*\*(?=no_ci)/gi, `***${BREAK}`)
}

/** The words of a person as a block quote; at most 20 000 characters of it. */
export function quoted(text: string): string {
  const lines = defused(text.trimEnd()).split("\n")
  const quote = lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n")
  if (quote.length <= MOST_QUOTED) return quote
  const kept = quote.slice(0, MOST_QUOTED).replace(/[\uD800-\uDBFF]$/, "")
  return `${kept}\n>\n> (${quote.length - kept.length} characters are left out.)`
}

/** Somebody's text as one paragraph. It begins no heading, list, quote, rule or fence that would swallow what follows. */
export function paragraph(text: string, most = 2000): string {
  const line = defused(lineOf(text, most))
  return PLAIN_START.test(line) ? line : `${BREAK}${line}`
}

const PLAIN_START = /^(?!```|[*_]{1,2}(?:[\s*_]|$)|\d{1,9}[.)](?:\s|$))[\p{L}\p{N}("'`*_]/u

/** As code within a line. */
export function code(text: string, most = 200): string {
  const line = lineOf(text, most)
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = "`".repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}

function lineOf(text: string, most: number): string {
  return cutCodePoints(oneLine(redactSecrets(text.slice(0, 20 * most))), most)
}

/** For a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")
}

/** A list with at most this many items, or the placeholder when it is empty. */
export function list(
  items: readonly string[],
  show: (item: string) => string,
  {
    none,
    most = 10,
  }: {
    readonly none: string
    /** Items shown at most. Default 10. */
    readonly most?: number
  },
): string {
  if (items.length === 0) return none
  const shown = items.slice(0, most).map((item) => `- ${show(item)}`)
  return [...shown, ...(items.length > most ? [`- and ${items.length - most} more`] : [])].join("\n")
}
