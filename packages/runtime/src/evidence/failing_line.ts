/** Words and marks that failing lines carry, in any tool's output, behind all their first letters: that halves the time. */
const FAILING =
  /(?=[acdefnptu✖✗×])(?:fail|error|exception|assert|expected|panic|fatal|traceback|not ok|cannot |undefined|no such file|not found|denied|✖|✗|×|^E {3})/gim
const FAILING_ONCE = new RegExp(FAILING.source, "im")
const PASSING =
  /^\s*(?:✓|✔|√|ok \d|PASS(?:ED)?\b|--- PASS)|(?:\.\.\. ?ok|\bPASSED|\bpassed|\bOK)\s{0,80}(?:\[ *\d{1,3}%\]|\(\d[^()]{0,16}\))?\s{0,80}$/
const NO_FAILURES = /\b(?:0|no) (?:failed|failures?|failing|errors?)\b/i
const SOME_FAILURES = /[1-9]\d{0,8} (?:failed|failures?|failing|errors?)\b/i

/** Whether a line looks like part of a failure: a failing word, unless the line reports a pass or a zero count. */
export function isFailingLine(line: string): boolean {
  if (!FAILING_ONCE.test(line) || PASSING.test(line)) return false
  return !NO_FAILURES.test(line) || SOME_FAILURES.test(line)
}

/** Start and end of each failing line of `text` between two positions, in order; one linear scan. */
export function* failingLines(text: string, from: number, to: number): Generator<readonly [number, number]> {
  const failing = new RegExp(FAILING.source, FAILING.flags)
  let position = from
  while (position < to) {
    failing.lastIndex = position
    const found = failing.exec(text)
    if (found === null || found.index >= to) return
    const start = Math.max(position, text.lastIndexOf("\n", found.index) + 1)
    const newline = text.indexOf("\n", found.index)
    const end = Math.min(newline === -1 ? to : newline, to)
    if (isFailingLine(text.slice(start, Math.min(end, start + 2000)))) yield [start, end]
    position = end + 1
  }
}
