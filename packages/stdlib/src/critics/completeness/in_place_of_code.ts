import { cutCodePoints, diffLines } from "@proofloop/foundation/text"
import type { Violation } from "../verdict.ts"
import type { TouchedText } from "./touched_text.ts"

const LEAST_LOST = 2

/** A comment that came where two or more lines of code went and none came, and that stands for them. */
export function inPlaceOfCode({ path, before, after }: TouchedText): readonly Violation[] {
  if (before === null) return []
  const [old_lines, new_lines] = [before.split("\n"), after.split("\n")]
  const old = new Set(old_lines.map((line) => line.trim()))
  if (!new_lines.some((line) => isComment(line) && !old.has(line.trim()))) return []
  const changed = replacements(old_lines, new_lines)
  const is_loss = !changed.some(({ came }) => came.some(isCode))
  return changed.flatMap(({ line, lost, came }) => {
    const comment = came.find((text) => isComment(text) && !old.has(text.trim()))
    const code = lost.filter(isCode)
    if (comment === undefined || came.some(isCode) || code.length < LEAST_LOST) return []
    if (!isElision(comment) && !(is_loss && isMissed(code, new_lines))) return []
    const message = "a comment stands here in place of code"
    const evidence = cutCodePoints(comment.trim(), 120)
    return [{ path, line: line + came.indexOf(comment), rule: "placeholder", message, evidence }]
  })
}

interface Replacement {
  /** The first line of what came, from 1. */
  readonly line: number
  readonly lost: readonly string[]
  readonly came: readonly string[]
}

function replacements(old_lines: readonly string[], new_lines: readonly string[]): readonly Replacement[] {
  const found: { line: number; lost: string[]; came: string[] }[] = []
  let line = 1
  let is_open = false
  for (const [sign, text] of diffLines(old_lines, new_lines)) {
    if (sign === " ") is_open = false
    else {
      if (!is_open) found.push({ line, lost: [], came: [] })
      is_open = true
      found.at(-1)?.[sign === "-" ? "lost" : "came"].push(text)
    }
    if (sign !== "-") line += 1
  }
  return found
}

function isCode(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !isComment(line)
}

function isComment(line: string): boolean {
  return COMMENT.test(line)
}

const COMMENT =
  /^\s*(?:\/\/|#(?!include|define|if|else|endif|pragma|import|region|!)|--|\/\*|<!--|\{\s?\/\*|\(\*|;|%|\*\s|\*\/|'\s|REM\s)/

/** Dots at an end, brackets around all of it, or words that speak of what is not shown. */
function isElision(comment: string): boolean {
  const words = comment
    .trim()
    .replace(/^(?:\{\s?)?(?:\/\/+|#+|--|\/\*+|<!--|\(\*|;+|%+|\*|'|REM)\s*/, "")
    .replace(/(?:\*\/\s?\}?|-->|\*\))$/, "")
    .trim()
  return words.length <= 200 && (DOTS.test(words) || BRACKETS.test(words) || SPOKEN.test(words))
}

const DOTS = /^[([{<]?\s?(?:\.{3}|\u2026)|(?:\.{3}|\u2026)\s?[)\]}>]?$/
const BRACKETS = /^(?:\([^()]{2,200}\)|\[[^[\]]{2,200}\]|<[^<>]{2,200}>)$/
/** A shortcut for languages of many people; names that are missed are told in any. */
const SPOKEN =
  /\b(?:rest|remain(?:s|ing|der)?|existing|unchanged|omitted|elided|same as (?:before|above)|as (?:it was|before)|stays?|previous code|your code)\b|\b(?:unver[\u00e4a]ndert|bestehende\w*|restliche\w*|bleibt|inchang\u00e9\w*|existant\w*|reste|restant\w*|sin cambios|existentes?|permanecen?|resto|igual(?:es)?|inalterad\w*|invariat\w*|esistent\w*)\b|\u5176\u4f59|\u4e0d\u53d8|\u73b0\u6709|\u4fdd\u6301|\u4ee5\u4e0b\u7701\u7565|\u7701\u7565|\u65e2\u5b58|\u5909\u66f4\u306a\u3057|\u043e\u0441\u0442\u0430\u043b\u044c\u043d|\u0431\u0435\u0437 \u0438\u0437\u043c\u0435\u043d\u0435\u043d\u0438\u0439|\ub098\uba38\uc9c0|\uae30\uc874/i

/** Whether a name that the lost lines gave a value is still read, and gets none any more. */
function isMissed(code: readonly string[], now: readonly string[]): boolean {
  const names = new Set(code.flatMap(givenIn))
  if (names.size === 0) return false
  const lines = now.filter((line) => !isComment(line))
  const given = new Set(
    lines.flatMap((line) => [...givenIn(line), ...(BINDS.test(line) ? wordsIn(line) : [])]),
  )
  const read = new Set(lines.flatMap(wordsIn))
  return [...names].some((name) => read.has(name) && !given.has(name))
}

function givenIn(line: string): readonly string[] {
  return GIVEN.exec(line)?.slice(1).filter(Boolean) ?? []
}

/** Not a member or a key: "a.name" and "name:" are no reading of the name. */
function wordsIn(line: string): readonly string[] {
  return line.match(/(?<![\w.$"'-])[A-Za-z_]\w{0,60}(?![\w"'-]|\s?:)/g) ?? []
}

/** Lines whose words may be names that they make: heads of functions and loops, imports, patterns. */
const BINDS =
  /^\s*(?:(?:for|import|from|use|using|with|catch|except|case)\b|#|\w+\s+\w+\s*\(|[[{(]|(?:let|var|const|val)\s*[[{(])|=>|->|\|/

/** "name = ", "let name = ", "def name(" */
const GIVEN =
  /^\s*(?:(?:let|var|const|val|my|local|auto|mut|\w{1,40})\s+){0,3}([A-Za-z_]\w{1,60})\s*(?::[^=]{0,80})?(?:=(?![=>])|:=)|^\s*(?:\w+\s+){0,3}(?:def|fun|func|fn|function|sub)\s+([A-Za-z_]\w{1,60})/
