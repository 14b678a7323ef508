import { stripVTControlCharacters } from "node:util"

/** Text of a model or tool made fit for one line: nothing in it can steer the terminal. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
}

/** The same with its lines and their indents kept. */
export function plainLines(text: string): string {
  return text
    .split("\n")
    .map((line) => `${" ".repeat(line.length - line.trimStart().length)}${oneLine(line)}`)
    .join("\n")
}

/** At most `width` characters, the last one an ellipsis if something is missing. */
export function clip(text: string, width: number): string {
  const characters = Array.from(text.slice(0, width * 2 + 2))
  if (characters.length <= width) return text
  return width <= 0
    ? ""
    : `${characters
        .slice(0, width - 1)
        .join("")
        .trimEnd()}…`
}

/** Words in lines of at most `width` characters, a longer word in a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Padded with spaces on the right; escape sequences take no room. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleLength(text)))
}

export function visibleLength(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}

/** A word for a shell: quoted only if it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

/** 36526 as `36 526`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,8}$)/g, " ")
}
