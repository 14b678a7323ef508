import { quoteText } from "../../evidence/quote.ts"
import type { StallWarning } from "../../protocol/warning.ts"

/** The model wrote the name: one that could be read as more than a name is shown as a string. */
export function shownName(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : JSON.stringify(quoteText(name).slice(2))
}

/** Evidence is tool output, hence hostile: it stays quoted, line by line, and never becomes an instruction. */
export function evidence(label: string, { diagnostic_snippet = "" }: StallWarning): string {
  return quoted(label, diagnostic_snippet)
}

export function quoted(label: string, text: string): string {
  return text === "" ? "" : `${label}:\n${quoteText(text)}\n`
}

/** What a pattern that may end the run at once asks for. */
export function stopOr(advice: string, { hard_stop }: StallWarning): string {
  return hard_stop ? "Hard stop: stop here and report what blocks you." : advice
}
