import { isTotalsLine } from "../../totals.ts"
import { isSummaryWord } from "../telling_part.ts"

/** Words and signs by which reports mark a test. */
const MARK =
  /(?<![\p{L}\p{N}_])(?:(?<fail>not ok|(?:TRY \d{1,3} )?(?:[A-Z]{1,8}-)?FAIL(?:ED|URE)?|ERROR|TIMEOUT|TIMED OUT|ABORT(?:ED)?|CRASH(?:ED)?|SIG[A-Z]{3,4}|[([] ?fail(?:ed)? ?[\])]|[✗✘✕×✖❌●])|(?<pass>ok|OK|PASS(?:ED)?|[([] ?(?:pass(?:ed)?|ok) ?[\])]|[✓✔√✅])|SKIP(?:PED)?|IGNORED|[([] ?(?:skip(?:ped)?|todo|ignored) ?[\])])(?![\p{L}\p{N}_.(=])/gu
const MAY_MARK =
  /[✗✘✕×✖❌●✓✔√✅]|not ok|\bok\b|\bOK\b|PASS|FAIL|ERROR|TIME(?:D )?OUT|ABORT|CRASH|SIG[A-Z]|[([] ?(?:pass|fail)|^\s{0,8}1\) /m
const NO_WORD_BEFORE = /^[^\p{L}\p{N}]{0,24}$/u
const APART_BEFORE = /(?:\.\.|--|[…|:\s])[\s*]{0,8}[[(]?$/
const ONLY_TIME_BEHIND =
  /^[\])!|]{0,2}(?:\s{1,80}[[(]?<?\s{0,2}\d[\d.]{0,12}\s?(?:[mµnu]?s|secs?|seconds|%)?[\])]?)?\s{0,8}$/
/** The number of a failure in a list of them; what it fails may go on in the lines below. */
const NUMBERED = /^(\s{0,8})\d{1,5}\) (?=\S)/
const FIRST = /^\s{0,8}1\) /
const LEFT_OUT = /^(?:skip|pending|todo|ignored)/i
/** A file whose tests follow. */
const FILE_ABOVE = /^(?:::group::)?(\S{1,256}\.\w{1,5}):$/
/** What may stand between a mark and the name: another mark, the time, a number. */
const BEFORE_NAME =
  /^(?:[\s:!–—\])-]{1,8}|\[ ?\w{1,16} ?\]:?|[[(]\s{0,8}<?\s?[\d.:]{1,16}\s?\w{0,4}\s?[\])]|\(?\s{0,8}\d{1,7}\/\d{1,7}\)?|#?\d{1,7}[.):]?(?=\s))/
const BEHIND_NAME =
  /(?:[[(]\s?<?\s?\d[\d.:]{0,15}\s?(?:[mµnu]?s|m|secs?|seconds)?\s?[\])]|\s[[(][^\s\])]{1,256}:\d{1,7}[\])]|(?<=\s)\d[\d.]{0,12}\s?(?:[mµnu]?s|sec)|[─….:*[(\s])$/
const PLACE = /:\d{1,7}(?::\d{1,7})?(?=\s|$)/g
/** Only a name of one word can be told from what follows it. */
const WITH_REASON = /^(\S{1,400}) - (\S.*)$/
const WORD_OF_TEST = /^test (?=\S+$)/
const MAX_LINE = 600
const MAX_DEPTH = 6

/** A test in a report. */
export interface Mark {
  readonly outcome: "fail" | "pass" | "other"
  readonly name: string
  /** What follows the name on its line: "test_a.py::adds - assert 3 == 4". */
  readonly reason: string
  /** How it is written: a report writes all of a kind alike. */
  readonly form: string
}

/** A cheap look. */
export function mayHoldMarks(text: string): boolean {
  return MAY_MARK.test(text)
}

/** The tests that are marked as failed, passed or left out, by line. */
export function readMarks(lines: readonly string[]): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>()
  let lists = 0
  let file = ""
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE) continue
    file = FILE_ABOVE.exec(line)?.[1] ?? file
    if (FIRST.test(line)) lists += 1
    const mark = numbered(lines, at, lists) ?? marked(line)
    if (mark === null || isTotalsLine(line)) continue
    marks.set(at, file === "" ? mark : { ...mark, name: `${file} > ${mark.name}` })
  }
  return withTitles(lines, withReasons(marks))
}

const REASON = /^(.{3,400}?) (?:-|–|—) (\S.*)$/

/** Where each failed name goes on behind a dash, and none that passed does, what stands there is why it failed. */
function withReasons(marks: ReadonlyMap<number, Mark>): ReadonlyMap<number, Mark> {
  const of = (outcome: Mark["outcome"]): readonly Mark[] =>
    [...marks.values()].filter((mark) => mark.outcome === outcome)
  const failed = of("fail")
  const passed = of("pass")
  const is_told =
    failed.length > 0 &&
    passed.length > 0 &&
    failed.every(({ name, reason }) => reason === "" && REASON.test(name)) &&
    !passed.some(({ name }) => REASON.test(name))
  if (!is_told) return marks
  return new Map(
    [...marks].map(([at, mark]) => {
      const [, name, reason] = mark.outcome === "fail" ? (REASON.exec(mark.name) ?? []) : []
      return [at, name === undefined || reason === undefined ? mark : { ...mark, name, reason }]
    }),
  )
}

function marked(line: string): Mark | null {
  const found = [...line.matchAll(MARK)]
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return null
  const before = line.slice(0, first.index)
  const behind = first.index + first[0].length
  if (NO_WORD_BEFORE.test(before)) return toMark(line.slice(behind), first, line.slice(0, behind))
  const ahead = line.slice(0, last.index)
  if (!APART_BEFORE.test(ahead) || !ONLY_TIME_BEHIND.test(line.slice(last.index + last[0].length)))
    return null
  return toMark(ahead, last, `${ahead.search(/\S/)} ${last[0]}`)
}

function toMark(text: string, { groups }: RegExpMatchArray, form: string): Mark | null {
  const plain = withoutAll(text, BEFORE_NAME)
  const [, told = plain, reason = ""] = WITH_REASON.exec(plain) ?? []
  const name = nameIn(told)
  if (name === "") return null
  const outcome =
    groups?.["fail"] === undefined ? (groups?.["pass"] === undefined ? "other" : "pass") : "fail"
  return { name, outcome, reason, form }
}

function withoutAll(text: string, part: RegExp): string {
  const rest = text.replace(part, "")
  return rest === text ? text : withoutAll(rest, part)
}

/** "1) cart", and in deeper lines below it "adds:". */
function numbered(lines: readonly string[], at: number, list: number): Mark | null {
  const [head, indent = ""] = NUMBERED.exec(lines[at] ?? "") ?? []
  if (head === undefined) return null
  const text = (lines[at] ?? "").slice(head.length)
  const below: string[] = []
  for (const line of lines.slice(at + 1, at + MAX_DEPTH)) {
    if (line.search(/\S/) <= head.length || line.length > MAX_LINE) break
    below.push(line.trim())
    if (line.endsWith(":")) break
  }
  const is_path = below.at(-1)?.endsWith(":") === true
  const own = nameIn(text)
  const outcome = LEFT_OUT.test(text) ? "other" : "fail"
  const next = lines[at + 1]?.trim() ?? ""
  const name = own === "" ? nameIn(next) : [own, ...(is_path ? below.map(nameIn) : [])].join(" > ")
  return name === "" ? null : { name, outcome, reason: "", form: `${indent}${list})` }
}

function nameIn(text: string): string {
  const name = withoutAll(withoutAll(text, BEFORE_NAME), BEHIND_NAME)
    .replace(PLACE, "")
    .trim()
    .replace(WORD_OF_TEST, "")
    .replace(/^(["'`])(.*)\1$/, "$2")
  const words = name.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  return words.every(isSummaryWord) && !/\w[.:#>/_]\w/.test(name) ? "" : name
}

/** A name that failed here and passed elsewhere is that of an assertion; the line above it names the test. */
function withTitles(lines: readonly string[], marks: ReadonlyMap<number, Mark>): ReadonlyMap<number, Mark> {
  const passed = new Set(
    [...marks.values()].flatMap(({ outcome, name }) => (outcome === "pass" ? [name] : [])),
  )
  return new Map(
    [...marks].map(([at, mark]) => {
      const title = lines[at - 1]?.replace(/^[^\p{L}\p{N}]{0,16}/u, "").trim() ?? ""
      const is_named = mark.outcome !== "fail" || !passed.has(mark.name) || title === "" || marks.has(at - 1)
      return [at, is_named ? mark : { ...mark, name: `${title} > ${mark.name}` }]
    }),
  )
}
