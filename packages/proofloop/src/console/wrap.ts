import { stripVTControlCharacters } from "node:util"

/**
 * A text whose lines have at most `width` columns, broken between words. Further lines keep the indent of the line they
 * belong to. Without a width, as in a pipe, the text stays as it is.
 */
export function wrapText(text: string, width: number | undefined): string {
  if (width === undefined || width < NARROWEST) return text
  return text
    .split("\n")
    .flatMap((line) => {
      // What moves the cursor draws in place.
      if (visibleLength(line) <= width || line.includes("\r")) return [line]
      const indent = /^ */.exec(line)?.[0] ?? ""
      return wrap(line.slice(indent.length), width - indent.length).map((part) => `${indent}${part}`)
    })
    .join("\n")
}

/** Some terminals say 0. */
const NARROWEST = 20

/** The columns that help, lists and tables fill: 60 to 100, and 80 where nothing tells the width. */
export function layoutWidth(columns: number | undefined): number {
  const { narrowest, unknown, widest } = LAYOUT
  return Math.max(narrowest, Math.min(columns || unknown, widest))
}

const LAYOUT = { narrowest: 60, unknown: 80, widest: 100 } as const

/** Words in lines of at most `width` characters, a longer word in a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && visibleLength(line) + 1 + visibleLength(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The columns that a text takes: escape sequences take none. */
export function visibleLength(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}
