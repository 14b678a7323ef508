import { bareSource } from "../../../code/bare_source.ts"
import { familyOf, languageOf } from "../../../code/language.ts"

/** A source without comments and docstrings; other files as they are. */
export function uncommented(path: string, text: string): string {
  const language = languageOf(path)
  if (language === null) return text
  return withoutBlockComments(bareSource(text, familyOf(language), true))
}

/** Without comments and docstrings at the beginning of a line. */
export function withoutBlockComments(text: string): string {
  const kept: string[] = []
  let until: string | null = null
  for (const line of text.split("\n")) {
    const begun: string | undefined = until === null ? BLOCK_START.exec(line)?.[1] : undefined
    if (begun !== undefined) until = begun === "/*" ? "*/" : begun
    const from = begun === undefined ? 0 : line.indexOf(begun) + begun.length
    const end = until === null ? -1 : line.indexOf(until, from)
    if (until === null || end !== -1) kept.push(until === null ? line : line.slice(end + until.length))
    if (end !== -1) until = null
  }
  return kept.join("\n")
}

const BLOCK_START = /^[ \t]{0,100}(\/\*|"""|''')/
