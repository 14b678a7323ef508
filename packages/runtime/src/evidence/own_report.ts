import { type CheckCommand, readCheckCommand, readGivenCheck } from "./command/read_command.ts"
import { isFailingLine } from "./failing_line.ts"
import { saysNoTests } from "./no_tests.ts"
import type { OutputParser } from "./parsers/parser.ts"
import { failuresOf, type KnownOutput, readReport } from "./parsers/registry.ts"
import { testsCounted, type Totals } from "./totals.ts"

export interface OwnReport {
  readonly check: CheckCommand | null
  /** What known parsers read; null where none knew it. */
  readonly known: KnownOutput | null
  readonly text: string
  /** How many tests ran; null: it does not say. */
  readonly tests_run: number | null
  readonly failures: number
  /** Why it may have failed although it counts no failure, in words; "" for no reason. */
  readonly doubt: string
  /** How far it shows a pass without an exit code: it ends with its totals, or only a part of them can be seen. */
  readonly shows_pass: "whole" | "part" | "silent" | null
}

/**
 * Reads what a check printed. A report that no parser knows is read by its structure: totals, and marks of failed
 * tests. Linear, never throws.
 * @requirement loop.proof.contradicted
 */
export function readOwnReport(
  output: string,
  command: string | undefined,
  parsers: readonly OutputParser[],
  is_check = false,
): OwnReport {
  const { known, clean, totals: totalsOf } = readReport(output, command, parsers)
  const { text } = clean
  const check = command === undefined ? null : (is_check ? readGivenCheck : readCheckCommand)(command)
  const totals = totalsOf()
  const is_green = known !== null && (known.parsed.tests_run ?? 0) > 0 && known.against === 0
  const against = known?.against ?? 0
  const failures =
    against === 0 || isRefuted(totals, check) ? statedFailures(totals, text, is_green) : against
  return {
    check,
    known,
    text,
    tests_run: testsRun(known, totals, check?.shown !== undefined, text),
    failures,
    doubt:
      failures > 0
        ? ""
        : doubtOf({ totals, text, known, is_green, is_hidden: check?.exit_code_hidden === true }),
    shows_pass: shownPass(known, totals.at(-1), text, check),
  }
}

/** Of a report without its head, what looks like a failure may be a test left out: its only totals count none. */
function isRefuted(totals: readonly Totals[], check: CheckCommand | null): boolean {
  return (
    check?.shown === "end" && totals.length === 1 && totals[0]?.is_complete === true && totals[0].failed === 0
  )
}

/** By a known report, else by the totals. Of a report without its head, a parser may count no test where the totals do. */
function testsRun(
  known: KnownOutput | null,
  totals: readonly Totals[],
  is_part: boolean,
  text: string,
): number | null {
  const by_totals = saysNoTests(text) ? 0 : testsCounted(totals)?.run || null
  const counted = known?.parsed.tests_run ?? by_totals
  const is_cut = is_part && counted === 0 && known?.against === 0
  return is_cut && (totals.at(-1)?.tests ?? 0) > 0 ? null : counted
}

/** Failures by the last totals. Where a known report is green, only by how they end: tests may print anything above. */
function statedFailures(totals: readonly Totals[], text: string, is_green: boolean): number {
  const last = totals.at(-1)
  if (last === undefined || (is_green ? !last.ends_failed : last.failed === 0)) return 0
  return last.counts > 1 || (!is_green && markedLine(text) !== null) ? last.failed : 0
}

function doubtOf({
  totals,
  text,
  known,
  is_green,
  is_hidden,
}: {
  readonly totals: readonly Totals[]
  readonly text: string
  readonly known: KnownOutput | null
  readonly is_green: boolean
  readonly is_hidden: boolean
}): string {
  const says = (line: string): string => `its output says: ${line.slice(0, 200)}`
  const last = totals.at(-1)
  if (is_green) {
    // What tests print stands above the totals.
    const below = markedLine(text.slice(last?.end ?? text.trimEnd().lastIndexOf("\n")))
    if (below !== null) return says(below)
    const [other] =
      known !== null && is_hidden && failuresOf(known.parsed) > 0 ? known.parsed.diagnostics : []
    return other === undefined ? "" : says(other.message.split("\n", 1)[0] ?? "")
  }
  const counted = totals.find(
    ({ failed, counts }, at) => failed > 0 && (counts > 1 || at === totals.length - 1),
  )
  const line = counted?.line ?? known?.parsed.diagnostics[0]?.message.split("\n", 1)[0] ?? markedLine(text)
  return line === null ? "" : says(line)
}

function shownPass(
  known: KnownOutput | null,
  last: Totals | undefined,
  text: string,
  check: CheckCommand | null,
): OwnReport["shows_pass"] {
  const { shown, check_id = "" } = check ?? {}
  if (known === null && (last === undefined || last.tests === 0)) {
    const says_nothing = text.split("\n").every((line) => line.trim() === "" || SAID_BY_MANAGER.test(line))
    if (says_nothing)
      return shown !== "part" && shown !== undefined && SILENT.test(check_id) ? "silent" : null
    return shown === "end" && endsFinished(text) ? "whole" : null
  }
  const counts_tests = (known?.parsed.tests_run ?? 0) + (last?.tests ?? 0) > 0
  // Options and settings decide whether a warning fails it.
  if (!counts_tests && !PASSED.test(text) && WARNING.test(text)) return "part"
  if (last?.is_complete === true || shown === undefined) return "whole"
  const ends_well =
    last === undefined
      ? PASSED.test(text)
      : known !== null && last.tests > 0 && !(last.is_first && known.passes_last)
  return shown === "end" && ends_well ? "whole" : "part"
}

/** "Finished `dev` profile", "BUILD SUCCESS", "[SUCCESS] Generated", "✓ built in 1.2s", "0 issues." */
const FINISHED =
  /^\s{0,8}Finished `|^\W{0,8}(?:INFO\W{1,4})?(?:BUILD )?SUCCESS(?:FUL)?\b|^\s{0,8}[✓✔√✅] (?!.{0,80}\b(?:warn|skip))|^\W{0,8}(?:found )?0 (?:issues?|errors?|problems?|failures?)\b/i
const LAST_LINES = 10

/** Whether a check says at its end that it went well, and nothing below or above that it failed. */
function endsFinished(text: string): boolean {
  const lines = text.trimEnd().split("\n").slice(-LAST_LINES)
  return lines.some((line) => FINISHED.test(line)) && !lines.some(isFailingLine) && markedLine(text) === null
}

/** How tools that count nothing end when they pass. */
const PASSED =
  /^ok\s{1,20}\S{1,300}\s{1,20}(?:\(cached\)|\d{1,9}(?:\.\d{1,9})?s)|\ball (?:tests|checks) passed\b|^\W{0,8}(?:INFO\W{1,4})?(?:BUILD )?SUCCESS(?:FUL)?\b|\bno issues found\b|^\s{1,8}Finished `/im
const WARNING = /(?<!\b(?:0|no) )\bwarnings?\b/i

/** Checks that print nothing when they pass, except a package manager's echo of the command. */
const SILENT =
  /^(?:tsc|vue-tsc|eslint|oxlint|flake8|shellcheck|pyflakes|go-vet|go-build|gcc|g\+\+|clang|clang\+\+|javac|rustc|(?:npm|pnpm|yarn|bun)-(?:lint|type-?check|tsc|check|build)[\w:-]{0,60})(?: |$)/
const SAID_BY_MANAGER = /^(?:> .*|\$ .*)$/

/** An error with its place: "a.c:1:23: error: ...", "a.css: line 1, col 12, error", "::error file=a.ts"; "errors were emitted". */
const PLACED_ERROR =
  /(?:^|[\s/(])[\w.-]{1,64}\.[a-z]\w{0,4}(?:[:(]|: line )\d{1,7}(?:(?:[:,]|, col(?:umn)? )\d{1,7})?[):,\s]{0,4}(?:fatal )?error\b|(?:^|[\s\]])(?:::|##\[)error\b|\b(?:some|[1-9]\d{0,6}) errors? (?:were|was) (?:emitted|found|reported)\b|\bdue to [1-9]\d{0,6} (?:previous )?errors?\b/im
/** What was expected beside what came: the report of an assertion, without its head. */
const UNEQUAL =
  /^\W{0,32}(?:expected|actual)"? {0,4}:[ \t]{0,16}(?:[|>]-?|(\S[^\n]{0,200}))?\n(?:[^\n]{0,200}\n){0,4}?\W{0,32}(?:expected|actual)"? {0,4}:(?!\s{0,16}\1\s{0,16}$)|(?:^\W{0,32}|>)AssertionError\b/im

/** Marks of a failed test: "FAIL: adds", "not ok 3", "BUILD FAILED"; "adds ... FAILED", "| FAIL |"; "Some tests failed." */
const MARKS = [
  /^[^\p{L}\p{N}\n]{0,16}(?:not ok\b|(?:[A-Z]{2,16} |\w{1,16}: )FAIL(?:ED|URES?)?\b|FAIL\b|(?:FAILED|FAILURES?)(?=\s{0,8}(?:[^\p{L}\p{N}\s]|$|\S{0,80}[._:/([])))/mu,
  /(?:[|:\]]|\.\.) {0,8}(?:\[ ?)?FAIL(?:ED)?[\s|\]!.]{0,8}(?:\(\d[^()\n]{0,16}\)\s{0,8})?$/m,
  /^(?!.{0,80}\b(?:no|0|none)\b).{0,80}\btests? (?:have |has )?failed\b[\s*.!]{0,8}(?:[\d,]|$)/im,
  PLACED_ERROR,
  UNEQUAL,
  // The task's runner says how it ended, whatever a test reported above.
  /^(?:g?make(?:\[\d{1,3}\])?: \*\*\* |npm (?:ERR!|error) (?:code|errno|Lifecycle|Test failed)|\s?ELIFECYCLE\b|error Command failed with exit code [1-9])/m,
  /"\w{0,32}(?:fail(?:ed|ures?)?|errors?)(?:_?(?:count|total|tests?|suites?))?"\s?:\s?[1-9]|\b(?:severity|status|outcome)"?: ?"?(?:error|fail(?:ed|ure)?|unexpected)\b|<\/(?:failure|error)>|\bError \d{1,3} \(ignored\)/i,
] as const

/** The first line with such a mark; null: there is none. */
function markedLine(text: string): string | null {
  for (const pattern of MARKS) {
    const found = pattern.exec(text)
    if (found === null) continue
    const start = text.lastIndexOf("\n", found.index) + 1
    const end = text.indexOf("\n", found.index + found[0].length)
    return text.slice(start, end === -1 ? undefined : end).trim()
  }
  return null
}
