import { isTestFile, type TestLanguage } from "@proofloop/foundation/paths"
import { definitions } from "@proofloop/stdlib/critics"
import { type Definition, bareSource, languageOf } from "@proofloop/stdlib/internal/critics"

/** "text" is what has no parser here: documents, styles, shell. */
export type SourceLanguage = TestLanguage | "text"

/** A file of the checkout. */
export interface Source {
  readonly path: string
  readonly language: SourceLanguage
  readonly text: string
  readonly is_test: boolean
  readonly definitions: readonly Definition[]
}

/** The languages of code. */
export const CODE: readonly TestLanguage[] = ["script", "python", "go", "rust", "java"]

export const EVERY: readonly SourceLanguage[] = [...CODE, "text"]

/** The language of a path; null: none that mistakes are made in. */
export function sourceLanguage(path: string): SourceLanguage | null {
  const language = languageOf(path)
  if (language === "typescript" || language === "javascript" || language === "tsx") return "script"
  if (language !== null) return isCode(language) ? language : "text"
  return /\.(?:md|rst|css|scss|html|sh|txt|kt|proto)$/.test(path) ? "text" : null
}

function isCode(language: string): language is TestLanguage {
  return CODE.some((one) => one === language)
}

/** Reads a file; null: it does not parse, so that a mistake in it would not show. */
export async function readSource(path: string, text: string): Promise<Source | null> {
  const language = sourceLanguage(path)
  if (language === null) return null
  const found = language === "text" ? [] : await definitions(path, text)
  const is_test = isTestFile(path) || /(?:^|\/)(?:tests?|__tests__|testing|fixtures?|examples?)\//.test(path)
  return found === null ? null : { path, language, text, is_test, definitions: found }
}

/** A function with a body that does something. */
export interface Body {
  readonly definition: Definition
  /** Of the text between its braces, or of its indented lines, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly indent: string
  /** What stands before the body: its name, parameters and result. */
  readonly head: string
}

/** The bodies of functions and methods with at least `least` lines that are not blank. */
export function bodiesOf({ text, language, definitions: all }: Source, least = 3): readonly Body[] {
  if (language === "text") return []
  const bare = bareSource(text, language)
  return all
    .filter(({ kind }) => kind === "function" || kind === "method")
    .map((definition) =>
      language === "python" ? indented(bare, text, definition) : braced(bare, text, definition),
    )
    .filter((body) => body !== null)
    .filter(({ start, end }) => linesOf(bare.slice(start, end)) >= least)
}

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length
}

function braced(bare: string, text: string, definition: Definition): Body | null {
  const end = bare.lastIndexOf("}", definition.range.end)
  let depth = 0
  for (let at = end; at >= definition.range.start; at -= 1) {
    if (bare[at] === "}") depth += 1
    if (bare[at] === "{") depth -= 1
    if (depth > 0) continue
    const inside = bare.slice(at + 1, end)
    const first = inside.split("\n").find((line) => line.trim() !== "") ?? ""
    const head = text.slice(definition.range.start, at)
    return { definition, start: at + 1, end, indent: /^[ \t]*/.exec(first)?.[0] ?? "", head }
  }
  return null
}

function indented(bare: string, text: string, definition: Definition): Body | null {
  let depth = 0
  for (let at = definition.offset; at < definition.range.end; at += 1) {
    if ("([{".includes(bare[at] ?? "")) depth += 1
    if (")]}".includes(bare[at] ?? "")) depth -= 1
    if (depth > 0 || bare[at] !== ":") continue
    const start = bare.indexOf("\n", at) + 1
    if (start === 0 || start >= definition.range.end || bare.slice(at + 1, start).trim() !== "") return null
    const first =
      bare
        .slice(start)
        .split("\n")
        .find((line) => line.trim() !== "") ?? ""
    const head = text.slice(definition.range.start, at)
    return { definition, start, end: definition.range.end, indent: /^[ \t]*/.exec(first)?.[0] ?? "", head }
  }
  return null
}

/** The text with the part from `start` to `end` replaced. */
export function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** The text without a definition, its decorators and the comment right above it. */
export function without(text: string, { range }: Definition): string {
  const lines = text.slice(0, range.start).split("\n")
  const lead = lines.pop() ?? ""
  while (/^\s*(?:\/\/|\/\*|\*|#|@)/.test(lines.at(-1) ?? "")) lines.pop()
  const after = text.slice(range.end).replace(/^[;,]?[ \t]*\n/, "")
  const rest = lead.trim() === "" ? "" : lead.replace(/\S.*$/, "")
  return `${lines.join("\n")}\n${rest.trim() === "" ? "" : rest}${after}`
}
