export interface ListedOutcome {
  readonly test_id: string
  readonly outcome: "PASSED" | "FAILED" | "ERROR" | "XFAIL" | "XPASS" | "SKIPPED"
  readonly message: string
}

const SUMMARY = /^(PASSED|FAILED|ERROR|XFAIL|XPASS) (\S.{0,2000})$/
const NODE_ID = /^\S{0,1024}?(?:\.py(?:$| - )|::)/
const PROGRESS =
  /^(?:\[gw\d{1,3}\] \[ *\d{1,3}%\] )?(\S.{0,2000}?) (PASSED|FAILED|ERROR|XFAIL|XPASS|SKIPPED)(?: \(.{0,400}\))?(?: +\[ *\d{1,3}%\])?$/
const XDIST = /^\[gw\d{1,3}\] \[ *\d{1,3}%\] (PASSED|FAILED|ERROR|XFAIL|XPASS|SKIPPED) (\S.{0,2000}?) ?$/

/**
 * Tests as pytest lists them: "node id PASSED [ 9%]" while they run (-v), "FAILED node id - message" in the short
 * summary. A test listed in both places comes once, from the summary.
 */
export function readOutcomes(lines: readonly string[]): readonly ListedOutcome[] {
  const found = new Map<string, ListedOutcome>()
  for (const line of lines) {
    const listed = readSummary(line) ?? readProgress(line)
    if (listed === null) continue
    // A test that ran can have an error in its teardown as well.
    const key = listed.outcome === "ERROR" ? `ERROR ${listed.test_id}` : listed.test_id
    const before = found.get(key)
    if (before === undefined || rank(listed) >= rank(before)) found.set(key, listed)
  }
  return [...found.values()]
}

function readSummary(line: string): ListedOutcome | null {
  const [, outcome, rest] = SUMMARY.exec(line) ?? []
  if (rest === undefined || !NODE_ID.test(rest)) return null
  const end = endOfNodeId(rest)
  return {
    test_id: rest.slice(0, end),
    outcome: outcome as ListedOutcome["outcome"],
    message: rest.slice(end + 3),
  }
}

/** Parameters in brackets may hold " - ". */
function endOfNodeId(rest: string): number {
  const bracket = rest.indexOf("[")
  const dash = rest.indexOf(" - ")
  if (dash === -1) return rest.length
  if (bracket === -1 || dash < bracket) return dash
  const closing = rest.indexOf("] - ", bracket)
  return closing === -1 ? (rest.endsWith("]") ? rest.length : dash) : closing + 1
}

function readProgress(line: string): ListedOutcome | null {
  const [, distributed, distributed_id] = XDIST.exec(line) ?? []
  const [, plain_id, plain] = distributed_id === undefined ? (PROGRESS.exec(line) ?? []) : []
  const test_id = distributed_id ?? plain_id
  if (test_id === undefined || !test_id.includes("::")) return null
  return { test_id, outcome: (distributed ?? plain) as ListedOutcome["outcome"], message: "" }
}

/** A failure outranks other outcomes of a test, and a line with a message outranks one without. */
function rank({ outcome, message }: ListedOutcome): number {
  return (outcome === "FAILED" || outcome === "ERROR" ? 2 : 0) + (message === "" ? 0 : 1)
}
