const NUMBER = /^[("'[<~]{0,3}\d{1,20}(?:[.,]\d{1,12})?[)\]"'>.,;:]{0,3}$/
const PROGRESS = /^\d{1,7}(?:%|\/\d{1,7})\]$/
const RANGE = /^\d{1,9}[-–]\d{1,9}[.,;:]?$/
const LINE_AND_COLUMN = /^\d{1,7}:\d{1,7}$/
const SEVERITIES: ReadonlySet<string> = new Set(["error", "warning"])
const UNITS: ReadonlySet<string> = new Set(
  "ms µs μs us ns s msec msecs usec usecs sec secs second seconds min mins minute minutes hr hrs hour hours millisecond milliseconds microsecond microseconds nanosecond nanoseconds".split(
    " ",
  ),
)
const WARNINGS: ReadonlySet<string> = new Set(["warning", "warnings"])
const PLACES: ReadonlySet<string> = new Set(["line", "lines", "ln", "col", "cols", "column", "columns"])
const NUMBERED =
  /(?:^|[^A-Za-z])(?:p?pid|pgid|tid|process|thread|worker|port)["']?[-:=#(]{0,2}$|(?:seed|warnings?)["']?[:=]$/i
const DURATION_KEY =
  /^\W{0,3}(?:duration|elapsed|took|time|uptime|latency)(?:_in)?_?(?:ms|s|us|ns|seconds?)?["']?[:=]$/i
const ENUMERATOR = /^\d{1,4}\)$/
/** After the id of a process that a shell reports dead, or of a thread that panicked. */
const DEATHS: ReadonlySet<string> = new Set(
  "Segmentation Aborted Killed Terminated Bus Illegal Floating Trace/breakpoint panicked".split(" "),
)
const EDGES = /^[^A-Za-zµμ]{1,3}|[^A-Za-zµμ]{1,3}$/g
const SHELL = /(?:^|\/)(?:ba|da|z|k|a)?sh:$/

/** What to drop around a number: words before it and after it. Null keeps it. */
export interface NumberNoise {
  readonly before: 0 | 1
  readonly after: 0 | 1
}

const ALONE: NumberNoise = { before: 0, after: 0 }
const WITH_NEXT: NumberNoise = { before: 0, after: 1 }
const WITH_PREVIOUS: NumberNoise = { before: 1, after: 0 }

/** Whether a number is noise by the words beside it: "5 seconds", "3 warnings", "line 7", "pid 12", "sh: 4:", "12 |". */
export function numberNoise(word: string, previous: string, next: string): NumberNoise | null {
  if (!NUMBER.test(word)) {
    if (previous === "[" && PROGRESS.test(word)) return WITH_PREVIOUS
    if (previous === "" && LINE_AND_COLUMN.test(word) && SEVERITIES.has(next)) return ALONE
    return RANGE.test(word) && PLACES.has(bare(previous)) ? WITH_PREVIOUS : null
  }
  if (PLACES.has(bare(previous))) return WITH_PREVIOUS
  if (DEATHS.has(next) || (previous === "" && ENUMERATOR.test(word))) return ALONE
  const following = bare(next)
  if (UNITS.has(following) || WARNINGS.has(following)) return WITH_NEXT
  if (NUMBERED.test(previous) || DURATION_KEY.test(previous) || SHELL.test(previous)) return ALONE
  const isGutter = (previous === "" || previous === ">") && (next === "|" || next === "│")
  return isGutter ? ALONE : null
}

/** The word in small letters without what stands around it. */
function bare(word: string): string {
  const isPlain = isLetter(word.charCodeAt(0)) && isLetter(word.charCodeAt(word.length - 1))
  return (isPlain ? word : word.replace(EDGES, "")).toLowerCase()
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}
