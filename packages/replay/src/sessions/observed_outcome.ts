import {
  isEnvironmentFailure,
  isReportParser,
  parseOutput,
  readToolOutput,
} from "@proofloop/runtime/internal/detector"

export interface ObservedOutcome {
  readonly failed: boolean
  /** A check ran: a known tool's report, or its verdict in words. */
  readonly checked: boolean
  readonly exit_code?: number | undefined
  /** What was printed, without the lines of a harness around it. */
  readonly output: string
  readonly timed_out?: boolean
}

const VERDICT =
  /\b(?:build (?:failed|failure|success(?:ful)?)|compil(?:e|ation) (?:failed|error)|failing tests?:? ?\d{0,6}|(?:all|some|no|\d{1,6})(?: of \d{1,6})? (?:(?:failing|failed|passing|passed) )?(?:unit )?(?:tests?|test cases?|specs?|examples?|checks?)(?: (?:have |are )?(?:passed|passing|failed|failing))?|tests? (?:passed|failed)(?: ?[:=] ?\d{1,6})?|\d{1,6} (?:failed|failing))\b/gi
const FAILS = /fail|error/i
const NONE_FAIL = /^(?:0|no) |[:=] ?0$/i
const JUDGES = /fail|error|pass|success/i
const ERROR_START =
  /^(?![^\n]{0,40}[:=] ?0\b)\W{0,3}(?:(?:error|failure|failed|fatal(?: error)?|exception|\w{1,40}(?:error|exception))(?:[:!\]]|\s{0,4}$|\s{1,4}(?:while|when|in|at|during|executing|running|opening|reading|to|\d))|(?:cannot|could not|unable to|no such|no replacement|not found|permission denied|rejected|traceback|usage error|unknown|invalid)\b)/im
const REJECTED =
  /\b(?:edit|patch|change|replacement|fix|hunk)s? (?:(?:has|have|was|were|is|could|did|can|you passed|failed|proposed)\b.{0,40}\b)?(?:not (?:been )?(?:applied|found|target|match|saved|made)|rejected|introduced new syntax|introduces|failed|empty|invalid)|\bno (?:replacement|change|edit|match)s? (?:was|were|is|has been)\b|\bdid not (?:match|target|apply|appear)\b|\bnot unique\b|\bmust be unique\b|\bnot found in (?:the )?file\b/i
/** How scripts say that they did not get what they looked for. */
const LAST_WORDS =
  /^\W{0,4}(?:ERROR|FAIL|FAILED|FAILURE|Error|Failure)(?:[:!\]]|\b(?= ))(?!.{0,40}\b(?:none|0)\b)/m
const LAST_LINES = 5
const MAX_ENDS = 4000
const MAX_CLOSING = 300

/**
 * The outcome that the agent saw: by an exit code, then a known report, a verdict in words, and failing lines. Where
 * neither the recording nor the observation tells an exit code, it is `otherwise`.
 */
export function observedOutcome(
  observation: string,
  command: string | undefined,
  known_exit_code?: number,
  otherwise?: number,
): ObservedOutcome {
  const { text: output, failed: is_stopped, ...told } = readToolOutput(observation)
  const exit_code = known_exit_code ?? told.exit_code ?? otherwise
  const as = { exit_code, output }
  const ends = endsOf(output)
  const verdicts = verdictsIn(ends)
  const has_verdict = verdicts.length > 0
  // Reading the output costs more than all else here, and could not change either answer.
  if ((exit_code ?? 0) !== 0 && has_verdict) return { failed: true, checked: true, ...as }
  const read = parseOutput(output, command)
  const is_report = isReportParser(read.parser)
  const checked = is_report || has_verdict
  if (is_report && read.parsed.diagnostics.length > 0) return { failed: true, checked, ...as }
  const timed_out = told.timed_out && exit_code !== 0
  if ((exit_code ?? 0) !== 0) return { failed: true, checked, timed_out, ...as }
  // A passing run may print anything: stacks, errors it caught, words of failure.
  if ((is_report && (read.parsed.tests_run ?? 0) > 0) || exit_code !== undefined)
    return { failed: is_report && fails(verdictsIn(output.slice(-MAX_CLOSING))), checked, ...as }
  if (has_verdict) return { failed: fails(verdicts), checked, ...as }
  const failed =
    is_stopped === true ||
    saysHardFailure(ends) ||
    (!is_report && isEnvironmentFailure(ends)) ||
    (read.parser !== "lines" && read.parsed.diagnostics.length > 0) ||
    ERROR_START.test(output.slice(0, MAX_CLOSING)) ||
    LAST_WORDS.test(lastLines(output))
  return { failed, checked, timed_out, ...as }
}

/**
 * The same for a call that only looks: its output may show anybody's failure. So only its exit code counts, and what the
 * tool itself says first. The content of a file tells no exit code; around the output of a command a shell may.
 */
export function lookOutcome(
  observation: string,
  is_command: boolean,
  known_exit_code?: number,
): ObservedOutcome {
  const told = is_command ? readToolOutput(observation, true) : undefined
  const exit_code = known_exit_code ?? told?.exit_code
  const output = told?.text ?? observation
  const start = output.slice(0, MAX_CLOSING)
  const own_words = is_command
    ? told?.timed_out === true || parseOutput(start.split("\n", 1)[0] ?? "").parser === "shell_error"
    : ERROR_START.test(start.split("\n", 2).join("\n"))
  return { failed: exit_code === undefined ? own_words : exit_code !== 0, checked: false, exit_code, output }
}

function verdictsIn(text: string): readonly string[] {
  return (text.match(VERDICT) ?? []).filter((words) => JUDGES.test(words))
}

function fails(verdicts: readonly string[]): boolean {
  return verdicts.some((words) => FAILS.test(words) && !NONE_FAIL.test(words))
}

function endsOf(text: string): string {
  return text.length <= 2 * MAX_ENDS ? text : `${text.slice(0, MAX_ENDS)}\n${text.slice(-MAX_ENDS)}`
}

function lastLines(text: string): string {
  return text.slice(-MAX_ENDS).trimEnd().split("\n").slice(-LAST_LINES).join("\n")
}

/** Whether an edit tool's answer says that nothing changed. */
export function isRejection(text: string): boolean {
  const start = text.slice(0, 600)
  return ERROR_START.test(start.split("\n", 1)[0] ?? "") || REJECTED.test(start)
}

/** Lines that only a failing program prints, and that no parser of stacks or shells knows. */
const HARD_FAILURE =
  /^(?:g?make(?:\[\d{1,3}\])?: \*\*\* |Segmentation fault|Aborted(?: \(core dumped\))?$|.{1,200}: Assertion .{1,400} failed\.|terminate called |npm (?:ERR!|error) |Exception in thread |panic: |thread '.{1,128}' panicked|Uncaught |\w{1,80}(?:\.\w{1,80}){0,8}(?:Error|Exception): |curl: \(\d{1,3}\) |.{1,80}: can't open file )/m

/** Whether a text says by itself that what printed it failed. */
function saysHardFailure(text: string): boolean {
  return HARD_FAILURE.test(text)
}
