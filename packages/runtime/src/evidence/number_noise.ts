import type { Span } from "./clock_noise.ts"
import { endOfNext, startOfPrevious } from "./words.ts"

const NUMBER = /^[("'[<~#]{0,3}\d{1,20}(?:[.,]\d{1,20})?[)\]"'>.,;:]{0,3}$/
const NEGATIVE = /^-\d{1,20},?$/
const SEED_KEY = /seed["']?[:=]?$/i
const PROGRESS = /^\d{1,7}(?:%|\/\d{1,7})\]$/
const RANGE = /^\d{1,9}[-–]\d{1,9}[.,;:]?$/
const HUNK = /^[-+]\d{1,7}(?:,\d{1,7})?$/
const LINE_AND_COLUMN = /^\d{1,7}:\d{1,7}$/
const SEVERITY = /^\s{1,4}(?:error|warning)\b/
const UNITS: ReadonlySet<string> = new Set(
  "ms µs μs us ns s msec msecs usec usecs sec secs second seconds min mins minute minutes hr hrs hour hours millisecond milliseconds microsecond microseconds nanosecond nanoseconds".split(
    " ",
  ),
)
const WARNINGS: ReadonlySet<string> = anyCase("warning warnings warning(s")
const PLACES: ReadonlySet<string> = anyCase("line lines ln col cols column columns")
const NUMBERED: ReadonlySet<string> = anyCase("pid ppid pgid tid process thread worker goroutine port seed")
/** "pid", "(pid" and "--seed", but not "pid,". */
const PREFIXED = /^[^A-Za-z]{0,2}[A-Za-z]{1,16}$/
const NUMBERED_KEY =
  /(?:^|[^A-Za-z])(?:p?pid|pgid|tid|process|thread|worker|port)["']?[-:=#(]{1,2}$|(?:seed|warnings?)["']?[:=]$/i
const DURATION_KEY =
  /^\W{0,3}(?:duration|elapsed|took|time|uptime|latency)(?:_in)?_?(?:ms|s|us|ns|seconds?)?["']?[:=]$/i
/** As `id()` gives it; the id of a row is shorter. */
const LONG_ID = /\d{9}/
const PLURAL = /^(?!(?:exits|dies|was|has|is)$)[a-z]{2,40}s$/
const ENUMERATOR = /^\d{1,4}\)$/
/** After a process id of a shell's message, or the id of a thread that panicked. */
const DEATHS: ReadonlySet<string> = new Set(
  "Segmentation segmentation Aborted Killed Terminated Bus Illegal Floating Trace/breakpoint panicked".split(
    " ",
  ),
)
const EDGES = /^[^A-Za-zµμ]{1,3}|[^A-Za-zµμ]{1,3}$/g
const SHELL = /(?:^|\/)(?:ba|da|z|k|a)?sh:$/

/** A span to drop, and whether a comma before it goes as well. */
export interface NumberSpan extends Span {
  readonly takes_comma: boolean
}

/** The span to drop if a number is noise by its neighbours: "5 seconds", "3 warnings", "line 7", "pid 12", "12 |". */
export function numberSpan(text: string, start: number, end: number): NumberSpan | null {
  const from = startOfPrevious(text, start)
  const word = text.slice(start, end)
  const previous = text.slice(from, start).trimEnd()
  const with_previous = { from, to: end, takes_comma: false }
  const alone = { from: start, to: end, takes_comma: false }
  if (!NUMBER.test(word)) {
    if (isStep(word, previous)) return with_previous
    if (NEGATIVE.test(word) && SEED_KEY.test(previous)) return alone
    return isPosition(word, previous, text, end) ? alone : null
  }
  const name = bare(previous)
  if (PLACES.has(name)) return with_previous
  const to = endOfNext(text, end)
  const next = text.slice(end, to).trimStart()
  const following = bare(next)
  if (UNITS.has(following)) return { from: start, to, takes_comma: false }
  // The comma behind the word stays: "2 failed, 3 warnings, 1 error".
  if (WARNINGS.has(following)) return { from: start, to: next.endsWith(",") ? to - 1 : to, takes_comma: true }
  return isNumbered(word, previous, name, next) ? alone : null
}

/** "[ 52%]", "[ 3/120]", "lines 3-5". */
function isStep(word: string, previous: string): boolean {
  return previous === "[" ? PROGRESS.test(word) : RANGE.test(word) && PLACES.has(bare(previous))
}

/** "@@ -1,2 +3,4 @@", and "12:5  error" at the start of a line. */
function isPosition(word: string, previous: string, text: string, end: number): boolean {
  if (text.startsWith("@@")) return HUNK.test(word)
  return previous === "" && LINE_AND_COLUMN.test(word) && SEVERITY.test(text.slice(end, end + 12))
}

function isNumbered(word: string, previous: string, name: string, next: string): boolean {
  if (DEATHS.has(next) || (previous === "" && ENUMERATOR.test(word)) || isGutter(previous, next)) return true
  if (LONG_ID.test(word) && (name === "id" || name === "ID")) return true
  // "process 12 died", but "cannot process 12 items".
  if (NUMBERED.has(name) && PREFIXED.test(previous)) return !PLURAL.test(next)
  return (
    /[:=#(-]$/.test(previous) &&
    (NUMBERED_KEY.test(previous) || DURATION_KEY.test(previous) || SHELL.test(previous))
  )
}

function isGutter(previous: string, next: string): boolean {
  return (previous === "" || previous === ">") && (next === "|" || next === "│")
}

/** The word without what stands around it. */
function bare(word: string): string {
  const isPlain = isLetter(word.charCodeAt(0)) && isLetter(word.charCodeAt(word.length - 1))
  return isPlain ? word : word.replace(EDGES, "")
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

/** Each word in small letters, with a capital, and in capitals. */
function anyCase(words: string): ReadonlySet<string> {
  const forms = words
    .split(" ")
    .flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()])
  return new Set(forms)
}
