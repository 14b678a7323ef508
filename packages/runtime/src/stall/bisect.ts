const ASKS = /\bgit\b[^\n;&|]{0,128}\bbisect\b/
const STEP = /^Bisecting: \d{1,9} revisions? left to test after this\b/m
const LONGEST_COMMAND = 4096
const LONGEST_TEXT = 16 * 1024

/** Whether a command of `git bisect` put another commit in place; the last of its steps finds one and puts none. */
export function isBisectStep(command: string, output: string): boolean {
  return ASKS.test(command.slice(0, LONGEST_COMMAND)) && STEP.test(output.slice(-LONGEST_TEXT))
}
