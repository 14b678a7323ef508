import type { SettledResult } from "@proofloop/runtime/detector"

const NO_PROGRAM: ReadonlySet<number | null> = new Set([126, 127])
const NO_TASK =
  /\bcommand not found\b|: not found\b|\bis not recognized as\b|\bfile or directory not found\b|\b(?:missing|unknown|undefined|no such|unrecognized|invalid) (?:script|task|target|command|subcommand|option)\b|\b(?:command|script|task|target) "?[\w:-]{1,64}"? (?:is )?not (?:defined|found)\b/i

/** Whether a check failed without having judged anything: it is missing, or it found no test and no error. */
export function isUnable({ evidence, exit_code, did_nothing }: SettledResult): boolean {
  if (evidence?.class !== "fail") return false
  // Where tests ran, words of a missing program are what one of them printed.
  if (evidence.failing_tests.length > 0 || (evidence.tests_run ?? 0) > 0) return false
  if (did_nothing || NO_PROGRAM.has(exit_code) || NO_TASK.test(evidence.snippet)) return true
  return !evidence.structured && (evidence.tests_run === 0 || evidence.kind === "environment")
}

/** Whether an output begins with a shell's or a runner's word that there is no such program or task. */
export function saysMissing(output: string): boolean {
  return NO_TASK.test(output.slice(0, 200))
}
