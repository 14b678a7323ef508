import { isReportParser, parseOutput } from "@proofloop/runtime/detector"

/** What an observation alone says about the call that made it. */
export interface ObservedOutcome {
  readonly failed: boolean
  /** A check ran: a known tool's report, or its verdict in words. */
  readonly checked: boolean
  readonly exit_code?: number | undefined
}

const EXIT_CODE =
  /(?:\b(?:exit(?:ed)?(?: with)?(?: (?:code|status))?|return ?code|returncode)\b["'>]{0,2}[ :=]{1,3}|PROCESS-DONE:)(-?\d{1,10})\b/gi
const VERDICT =
  /\b(?:build (?:failed|failure|success(?:ful)?)|compil(?:e|ation) (?:failed|error)|failing tests?:? ?\d{0,6}|(?:all|some|no|\d{1,6})(?: of \d{1,6})? (?:(?:failing|failed|passing|passed) )?(?:unit )?(?:tests?|test cases?|specs?|examples?|checks?)(?: (?:have |are )?(?:passed|passing|failed|failing))?|tests? (?:passed|failed)|\d{1,6} (?:failed|failing))\b/gi
const FAILS = /fail|error/i
const NONE_FAIL = /^(?:0|no) |: ?0$/i
const JUDGES = /fail|error|pass|success/i
const ERROR_START =
  /^\W{0,3}(?:error|failure|failed|fatal|exception|invalid|unknown|cannot|could not|unable to|not found|no such|no replacement|permission denied|rejected|traceback|usage error|\w{0,40}(?:error|exception)\b)/i
const REJECTED =
  /\b(?:edit|patch|change|replacement|fix|hunk)s? (?:(?:has|have|was|were|is|could|did|can|you passed|failed|proposed)\b.{0,40}\b)?(?:not (?:been )?(?:applied|found|target|match|saved|made)|rejected|introduced new syntax|introduces|failed|empty|invalid)|\bno (?:replacement|change|edit|match)s? (?:was|were|is|has been)\b|\bdid not (?:match|target|apply|appear)\b|\bnot unique\b|\bmust be unique\b/i
const TIMED_OUT =
  /\b(?:execution|command|process|script|run|tests?) (?:has |have )?timed out\b|\btimed out after \d/i
const TRACEBACK =
  /^(?:Traceback \(most recent call last\):|Exception in thread |panic: |thread '.{1,128}' panicked|Uncaught |\w{1,80}(?:\.\w{1,80}){0,8}(?:Error|Exception): )/m
const SHELL_ERROR =
  /^(?:(?:\/bin\/)?(?:ba|z|da|)sh: .{0,300}(?:not found|No such file|denied|syntax error)|.{1,200}: command not found$|.{0,80}: (?:cannot access|cannot open|can't open) )/m
/** How scripts say that they did not get what they looked for. */
const LAST_WORDS = /^\W{0,4}(?:ERROR|FAIL|FAILED|FAILURE|Error|Failure)\b(?!.{0,40}\b(?:none|0)\b)/m
const LAST_LINES = 5
const MAX_ENDS = 4000

/** Reads an outcome off what the agent saw, for recordings that hold no exit code. The last code that is told wins. */
export function observedOutcome(
  text: string,
  command: string | undefined,
  plain: ObservedOutcome = plainOutcome(text),
): ObservedOutcome {
  const verdicts = [...endsOf(text).matchAll(VERDICT)]
    .map(([words]) => words)
    .filter((words) => JUDGES.test(words))
  const said_failed = plain.failed || verdicts.some((words) => FAILS.test(words) && !NONE_FAIL.test(words))
  // Reading the output costs more than all else here, and could not change either answer.
  if (said_failed && verdicts.length > 0) return { ...plain, failed: true, checked: true }
  const { parsed, parser } = parseOutput(text, command)
  const failed =
    said_failed ||
    (parser !== "lines" && parsed.diagnostics.length > 0) ||
    (plain.exit_code === undefined && hasErrorInLastWords(text))
  return { ...plain, failed, checked: isReportParser(parser) || verdicts.length > 0 }
}

/** The same of something that only looks: what it shows may be anybody's failure, so only its own counts. */
export function plainOutcome(text: string): ObservedOutcome {
  const ends = endsOf(text)
  const told = [...ends.matchAll(EXIT_CODE)].at(-1)?.[1]
  const exit_code = told === undefined ? undefined : Number(told)
  const failed =
    (exit_code ?? 0) !== 0 || TIMED_OUT.test(ends) || (exit_code === undefined && saysError(ends))
  return { failed, checked: false, exit_code }
}

function endsOf(text: string): string {
  return text.length <= 2 * MAX_ENDS ? text : `${text.slice(0, MAX_ENDS)}\n${text.slice(-MAX_ENDS)}`
}

function saysError(text: string): boolean {
  return TRACEBACK.test(text) || SHELL_ERROR.test(text) || ERROR_START.test(text)
}

function hasErrorInLastWords(text: string): boolean {
  return LAST_WORDS.test(text.slice(-MAX_ENDS).trimEnd().split("\n").slice(-LAST_LINES).join("\n"))
}

/** Whether what an edit tool answered says that nothing was changed. */
export function isRejection(text: string): boolean {
  const start = text.slice(0, 600)
  return ERROR_START.test(start) || REJECTED.test(start)
}
