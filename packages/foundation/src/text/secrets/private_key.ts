import { MARK } from "./mark.ts"

/** Hides private keys as PEM, OpenSSH, PGP and PuTTY write them, also when the end was cut off. */
export function redactPrivateKeys(text: string): string {
  if (!PRIVATE.test(text)) return text
  let shown = ""
  let told = 0
  for (const { start, end } of privateKeys(text)) {
    shown += text.slice(told, start) + MARK
    told = end
  }
  return (shown + text.slice(told)).replace(PUTTY, `$1${MARK}`)
}

export function privateKeys(text: string): ReadonlyArray<{ readonly start: number; readonly end: number }> {
  const found: Array<{ readonly start: number; readonly end: number }> = []
  for (const head of text.matchAll(HEAD)) {
    if (head.index < (found.at(-1)?.end ?? 0)) continue
    const start = head.index + head[0].length
    const end = keyEnd(text, start)
    // The first line alone only mentions a key.
    if (end > start) found.push({ start: head.index, end })
  }
  return found
}

const PRIVATE = /PRIVATE KEY|Private-Lines/
const HEAD = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
const FOOT = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y
const LINE_END = /\r?\n|\\r\\n|\\n/g
/** A header of the key or a line of its content; the last line may carry the quote that ends the text. */
const KEY_LINE =
  /^[ \t]{0,16}(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,200}|[A-Za-z0-9+/=]{0,120}[ \t]{0,16})(?=["'`]|$)/
const PUTTY = /(Private-Lines: \d{1,3})(?:\r?\n[A-Za-z0-9+/=]{1,80}){1,200}/g

/** Where a key ends. Without its foot only lines of the right form are taken, so that the words behind it stay. */
function keyEnd(text: string, start: number): number {
  const dashes = text.indexOf("----", start)
  FOOT.lastIndex = dashes
  const foot = dashes < 0 ? null : FOOT.exec(text)
  if (foot !== null) return dashes + foot[0].length
  const body = text.slice(start, dashes < 0 ? text.length : dashes)
  let end = 0
  let line = 0
  for (const { index, 0: sign } of [...body.matchAll(LINE_END), { index: body.length, 0: "" }]) {
    const found = KEY_LINE.exec(body.slice(line, index))
    if (found === null || (line === 0 && found[0].trim() !== "")) break
    end = line + found[0].length
    if (end < index) break
    line = index + sign.length
  }
  return start + end
}
