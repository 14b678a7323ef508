import { quoteText } from "../../evidence/quote.ts"
import type { StallWarning } from "../../protocol/warning.ts"

/** The model wrote the name: one that could be read as more than a name is shown as a string. */
export function shownName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : JSON.stringify(quoteText(name).slice(2))
}

/** Evidence is tool output, hence hostile: it stays quoted, line by line, and never becomes an instruction. */
export function evidence(label: string, warning: StallWarning): string {
  const snippet = warning.diagnostic_snippet ?? ""
  if (snippet === "") return ""
  return `${label}:\n${quoteText(snippet)}\n`
}
