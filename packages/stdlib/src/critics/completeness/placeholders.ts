import { cutCodePoints } from "@proofloop/foundation/text"
import { bareSource } from "../../code/bare_source.ts"
import { familyOf, languageOf } from "../../code/language.ts"
import type { Violation } from "../verdict.ts"
import { inPlaceOfCode } from "./in_place_of_code.ts"
import type { TouchedText } from "./touched_text.ts"

const MAX_TOLD = 20

/** Comments that replace code: "... rest of the code unchanged". Only where the change took lines away. */
export function placeholders(touched: TouchedText): readonly Violation[] {
  if (DOCUMENT.test(touched.path)) return []
  const worded = wordedPlaceholders(touched)
  const told = new Set(worded.map(({ line }) => line))
  return [...worded, ...inPlaceOfCode(touched).filter(({ line = 0 }) => !told.has(line))].slice(0, MAX_TOLD)
}

function wordedPlaceholders({ path, before, after }: TouchedText): readonly Violation[] {
  if (!HINT.test(after)) return []
  const lines = after.split("\n")
  const old = new Set(before?.split("\n").map((line) => line.trim()))
  const said = new Set([...old].map(wordsOf))
  const worded = lines.flatMap((line, index) => {
    const text = line.trim()
    const is_new = !said.has(wordsOf(text)) && !isHeading(lines, index)
    return is_new && isPlaceholder(text, LEAD.test(text)) ? [{ line: index + 1, text }] : []
  })
  // What says that the rest stays stands for it, whatever else the change took.
  const meant =
    before === null || losesLines(old, lines) ? worded : worded.filter(({ text }) => isCertain(text))
  if (meant.length === 0) return []
  const bare = withoutComments(path, after)?.split("\n")
  const found = meant.filter(({ line, text }) =>
    bare === undefined ? LEAD.test(text) : (bare[line - 1] ?? "").trim() !== text,
  )
  return found.map(({ line, text }) => ({
    path,
    line,
    rule: "placeholder",
    message: "a comment stands here in place of code",
    evidence: cutCodePoints(text, 120),
  }))
}

/** "// Other options..." below a blank line and right above the options. */
function isHeading(lines: readonly string[], index: number): boolean {
  const [line = "", above = "", below = ""] = [lines[index], lines[index - 1], lines[index + 1]]
  const indent = (text: string) => text.length - text.trimStart().length
  if (!HEADING.test(line.trim()) || above.trim() !== "" || index === 0) return false
  return /^[\w"'`@$]/.test(below.trim()) && indent(below) === indent(line)
}

/** No dots in front, and nothing of code that was there. */
const HEADING = /^(?:\/\/|#|--|;)\s{0,8}(?:other|same|the other)\s[\w\s-]{1,60}(?:\.{3}|\u2026)$/i

/** "... rest of the code remains unchanged": dots before words that nobody writes of code that stands there. */
function isCertain(text: string): boolean {
  return CERTAIN.test(text)
}

const CERTAIN =
  /^(?:\/\/|#|\/\*|<!--|\{\/\*)\s{0,8}[([]?(?:\.{3}|\u2026)\s{0,8}(?:the )?rest of (?:the |this |your )?\w{1,40}\s{1,8}(?:(?:remains?|stays?|is|are)\s{1,8})?(?:the same|unchanged|as (?:is|before))\b/i

/** A line without the signs of its comment and its indentation. */
function wordsOf(line: string): string {
  return line.replaceAll(/[^\p{L}\p{N}.]{1,200}/gu, " ").trim()
}

const HINT = /\b(?:rest|existing|remain\w*|unchanged|previous|other|same|omitted|truncated|keep)\b/i
const LEAD = /^(?:\/\/|#|--|\/\*|<!--|\{\/\*|;|%|\*)/
const DOCUMENT = /\.(?:mdx?|mdc|markdown|rst|adoc|txt)$/i

/** The words of a comment that say what it stands for. Behind code it needs dots to stand for more than that code. */
function isPlaceholder(comment: string, isAlone: boolean): boolean {
  const mark = /(?:\/\/|#|--|\/\*|<!--|;|%)/.exec(comment)
  const words = comment
    .slice(mark === null ? 0 : mark.index + mark[0].length)
    .replace(/(?:\*\/\}?|-->)\s*$/, "")
    .trim()
  if (words.length > 200) return false
  if (DOTS.test(words) && (NAMED.test(words) || STAYS.test(words))) return true
  if (!isAlone) return false
  const [, whose, next = ""] = /\brest of (?:the |this |your )?(\w+)(?: (\w+))?/i.exec(words) ?? []
  // An adjective may stand before the noun.
  const is_of_code = whose === undefined || CODE.test(whose) || CODE.test(next)
  return OPENING.test(words) && STAYS.test(words) && is_of_code
}

const DOTS = /^[/#*\s]{0,8}[([]?\s?(?:\.{3}|\u2026)|(?:\.{3}|\u2026)\s?[)\]]?$/
const NAMED =
  /\b(?:rest of|existing|remaining|previous|unchanged|(?:the )?other|same|omitted|truncated)\b.{0,40}\b(?:code|file|implementation|logic|functions?|methods?|class(?:es)?|tests?|imports?|content|definitions?|routes?|handlers?|here|as before|lines|body|module|components?|template|markup|elements?|styles?|fields|props|properties|options|entries|statements)\b/i
const OPENING =
  /^[([]?(?:(?:keep|the|all|and)\s)?(?:the\s)?(?:rest|remaining|existing|previous|other|same|everything|unchanged)\b/i
/** Nouns of files and code; "the rest of the order stays the same" is prose. */
const CODE =
  /^(?:code|files?|scripts?|modules?|class(?:es)?|functions?|methods?|components?|implementations?|logic|tests?|imports?|content|definitions?|routes?|handlers?|body|lines|template|markup|styles?|config(?:uration)?|document|program|section|it|original)$/i
const STAYS =
  /\b(?:(?:remains?|stays?|is|are|be|kept)\s(?:the\s)?(?:same|unchanged|as (?:is|before))|unchanged|as before|as[- ]is|(?:goes|go) here|code here|omitted for brevity|same as (?:before|above|original))\b/i

function withoutComments(path: string, text: string): string | undefined {
  const language = languageOf(path)
  if (language === null) return undefined
  return bareSource(text, familyOf(language), true)
}

/** Whether two earlier lines of code are missing from the whole new text. */
function losesLines(old: ReadonlySet<string>, lines: readonly string[]): boolean {
  const now = new Set(lines.map((line) => line.trim()))
  let lost = 0
  for (const line of old) if (line.length > 3 && !now.has(line)) lost += 1
  return lost >= 2
}
