import type { SettledResult } from "@proofloop/runtime/internal/detector"

const NO_PROGRAM: ReadonlySet<number | null> = new Set([126, 127])
const NO_TASK =
  /\bcommand not found\b|: not found\b|\bis not recognized as\b|\bfile or directory not found\b|\b(?:missing|unknown|undefined|no such|unrecognized|invalid) (?:script|task|target|command|subcommand|option)\b|\b(?:command|script|task|target) "?[\w:-]{1,64}"? (?:is )?not (?:defined|found)\b|\bscript not found\b|\bis not the \w{1,20} command you are looking for\b/i

/** Whether a check failed without having judged anything: it is missing, or it found no test and no error. */
export function isUnable({ evidence, exit_code, did_nothing }: SettledResult): boolean {
  if (evidence?.class !== "fail") return false
  // Where tests ran, words of a missing program are what one of them printed.
  if (evidence.failing_tests.length > 0 || (evidence.tests_run ?? 0) > 0) return false
  if (did_nothing || NO_PROGRAM.has(exit_code) || NO_TASK.test(evidence.snippet)) return true
  return !evidence.structured && (evidence.tests_run === 0 || evidence.kind === "environment")
}

const PLACE = /\.\w{1,8}(?:[:(]\d{1,7}|: )/
/** A flag, a path, a filter: more than a word that anything may say. */
const ARGUMENT = /^(?=.{4})\S{0,64}[^\sa-z]/i
const USAGE = /^usage\b/im

/**
 * Whether a check failed by what it was called with, and so says nothing of the code. No test ran, and no line of a file is
 * named. Its words quote its command, tell its usage, or are a tool's own report.
 */
export function isAboutCall({ evidence, exit_code }: SettledResult, command: string): boolean {
  if (evidence?.class !== "fail" || evidence.failing_tests.length > 0) return false
  if (evidence.kind === "test" || evidence.kind === "timeout" || (exit_code ?? 1) >= 126) return false
  if ((evidence.tests_run ?? 0) > 0 || PLACE.test(evidence.snippet)) return false
  const quoted = command
    .split(/[\s'"]/)
    .some((word) => ARGUMENT.test(word) && evidence.snippet.includes(word))
  return evidence.structured || quoted || USAGE.test(evidence.snippet)
}

/** Whether an output begins with a shell's or a runner's word that there is no such program or task. */
export function saysMissing(output: string): boolean {
  return NO_TASK.test(output.slice(0, 200))
}
