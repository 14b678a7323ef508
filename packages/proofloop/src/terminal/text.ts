import { oneLine } from "@proofloop/foundation/text"
import { visibleLength } from "../console/wrap.ts"

/** Text of a model or tool with its lines and indents; nothing in it controls the terminal. */
export function plainLines(text: string): string {
  return text
    .split("\n")
    .map((line) => `${" ".repeat(line.length - line.trimStart().length)}${oneLine(line)}`)
    .join("\n")
}

/** Padded with spaces on the right; escape sequences take no room. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleLength(text)))
}

/** An ISO time to the minute, as in `2026-11-27 18:31`. */
export function minute(iso: string): string {
  return iso.slice(0, 16).replace("T", " ")
}

/** A word for a shell: quoted only if it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** 36526 as `36 526`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,8}$)/g, " ")
}
