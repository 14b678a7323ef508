const SUMMARY_WORDS: ReadonlySet<string> = new Set(
  [
    "a an the of in on and with across using from to at for total totals all result results summary time took duration",
    "ran run running runs executed executing finished completed complete started starting collected found incomplete",
    "test tests spec specs example examples case cases scenario scenarios step steps suite suites file files module modules",
    "package packages project projects crate crates assertion assertions expect expects expectation expectations call calls",
    "check checks passed passing pass passes success successes successful succeeded ok skipped skip skips skipping pending todo",
    "ignored disabled filtered out measured flaky retried retry retries timed did not known xfail xpass xfailed xpassed warning",
    "warnings failed failing fail fails failure failures error errors errored broken worker workers cpu usr sys",
    "cusr csys user system wallclock real ms s m h min mins minute minutes sec secs second seconds",
  ].flatMap((words) => words.split(" ")),
)
const COUNTED =
  /\d (?:(?:did not |total |unit )?(?:tests?|specs?|examples?|(?:test )?cases?|scenarios?|steps?|(?:test )?suites?|(?:test )?files?|modules?|assertions?|expect|expectations?|checks?|runs|pass(?:ed|es|ing)?|success(?:es|ful)?|skip(?:ped|s)?|pending|todo|ignored|fail(?:ed|ing|s|ures?)?|errors?|warnings?|total|usr)\b)|\b(?:tests?|files?|runs|pass(?:ed)?|fail(?:ed|ures?)?|errors?|total|skipped)\s?[:=]\s{0,16}\d/i
/** Failures that a total counts; does not match a zero. */
const FAILED =
  /(?<![\d./])(?:\d{1,9}\/)?[1-9]\d{0,8} (?:(?:tests?|specs?|examples?|cases?|scenarios?|suites?|files?|did not) )?(?:fail(?:ed|ing|s|ures?)?|errors?|errored|broken|run)\b|\b(?:fail(?:ed|s|ures?)?|errors?|broken)\s?[:=]\s{0,16}[1-9]\d{0,8}/gi
const LONGEST_TOTAL = 240
/** A test that passed: by its mark, or the words around it. */
const PASSED =
  /^\s{0,32}(?:[✓✔√☑]|\((?:pass|ok|passed)\)|(?:\[\s{0,3}(?:OK|PASS|PASSED)\s{0,3}\])|ok\s|PASS(?:ED)?\b|--- PASS|[-*] ok\b)|(?:\.\.\.? ?|\s)(?:ok|OK|PASSED|passed)\s{0,80}(?:\[ *\d{1,3}%\]|\(\d[^()]{0,16}\))?\s{0,80}$/
/** Marks of tests in a row, in the order they ended. */
const MARKS =
  /^\s{0,8}(?=[.·•,FEPSsxXUINR*!?✓✔✗✘✖×-])(?=[^\n]{0,400}[.·•])[.·•,FEPSsxXUINR*!?✓✔✗✘✖×-]{2,400}(?:\s{1,8}\[ ?\d{1,3}%\])?(?:\s{0,8}\(?\d{1,9}\s?\/\s?\d{1,9}\)?)?$/u
/** Lines for a CI, and repeats of other lines. */
const ANNOTATION = /^\s{0,8}(?:::[a-z-]{1,32}(?: [^\n]{0,4000}?)?::|##\[[a-z-]{1,32}\]|##teamcity\[)/
const SEED = /\b(?:random(?:ized|ised|ly)?|seed(?:ed)?|shuffl(?:ed?|ing))\b[^\n]{0,64}\d|--seed[= ]\d/i
const MAKE_FOLDER = /^g?make(?:\[\d{1,4}\])?: (?:Entering|Leaving) directory\b/
/** "  3:7  error  ..." of a report that names the file above. */
const POSITION = /^(\s{1,16})\d{1,7}:\d{1,7}(?=\s)/
const BRACKETED_LINE = /\[L#?\d{1,7}\]/g

/**
 * The part of any tool's line that tells of a failure. "" for a passed test, a row of marks, a seed, an annotation,
 * or a total without failures. For any other total, what it counts as failed.
 */
export function tellingPart(line: string): string {
  if (MARKS.test(line) || ANNOTATION.test(line) || MAKE_FOLDER.test(line) || SEED.test(line)) return ""
  if (isTotal(line)) return (line.match(FAILED) ?? []).join(", ").toLowerCase()
  if (PASSED.test(line)) return ""
  return line.replace(POSITION, "$1").replace(BRACKETED_LINE, "[L]")
}

/** Whether a line holds nothing but counts, times and the words around them. */
function isTotal(line: string): boolean {
  if (line.length > LONGEST_TOTAL || !COUNTED.test(line)) return false
  return line
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === "" || isSummaryWord(word))
}

/** Whether totals are written with a word, in lower case. */
export function isSummaryWord(word: string): boolean {
  return SUMMARY_WORDS.has(word)
}
