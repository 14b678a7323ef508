export interface TapPoint {
  /** The test; for an assertion, the test that holds it. */
  readonly path: readonly string[]
  readonly title: string
  readonly outcome: "pass" | "fail" | "skip"
  /** It stands for other points, and failed only if none of those did. */
  readonly is_suite: boolean
  readonly is_yaml: boolean
  readonly block: readonly string[]
}

export interface TapTree {
  readonly points: readonly TapPoint[]
  /** As many points at the margin as were planned. */
  readonly is_complete: boolean
  readonly rest: readonly string[]
}

const POINT = /^( {0,256})(not ok|ok)(?: \d{1,9})?(?: |$)(- )?(.{0,4000})$/
const SUBTEST = /^( {0,256})# Subtest(?:: (.{0,2000}))?$/
const PLAN = /^1\.\.(\d{1,9})(?: |$)/
const COMMENT = /^# (.{1,2000})$/
const SUMMARY = /^# (?:(?:tests|pass|fail|skip|todo|ok|time|failed|passed|Looks like you)\b|\{ total|\d)/
const DIRECTIVE = /(?:^| )# ?(skip|todo)\b.*/i
const LEFT_OPEN = /^(?:child test left in queue|test exited without ending): (.{1,2000})$/
/** Mocha joins its name with those of the suites: no test of that name will ever run. */
const HOOK = /"(?:before|after) (?:all|each)" hook\b/
const TIME = /(?:^| )# time=\d{1,12}(?:\.\d{1,12})?m?s$/

interface OpenSuite {
  readonly name: string
  /** Its points are assertions: it is announced by "# Subtest". */
  readonly is_test: boolean
  readonly failures_before: number
  /** Vitest tells first that a suite failed, and closes it by a brace. */
  readonly failed: boolean
}

interface TreeReader {
  readonly points: TapPoint[]
  readonly rest: string[]
  readonly open: OpenSuite[]
  heading: string
  /** The plan came before the first point, so comments are not names of tests; tape writes its names as comments. */
  is_planned: boolean
  in_run: number
  failures: number
  planned: number | null
  at_margin: number
  left_out: number
}

/** Reads points at any depth: subtests by comment (node-tap) or by braces (vitest), headings (tape), plain ones. */
export function readTapTree(lines: readonly string[]): TapTree {
  const reader: TreeReader = {
    points: [],
    rest: [],
    open: [],
    heading: "",
    is_planned: false,
    in_run: 0,
    failures: 0,
    planned: null,
    at_margin: 0,
    left_out: 0,
  }
  let index = 0
  while (index < lines.length) index = readLine(lines, index, reader)
  const { points, rest, planned, at_margin, left_out } = reader
  const is_complete = planned === at_margin || planned === at_margin - left_out
  return { points, rest, is_complete }
}

/** Reads what starts at a line and gives the line behind it. */
function readLine(lines: readonly string[], index: number, reader: TreeReader): number {
  const line = lines[index] ?? ""
  const point = POINT.exec(line)
  if (point !== null) return readPoint(lines, index, point, reader)
  const subtest = SUBTEST.exec(line)
  if (subtest !== null) {
    openSuite(reader, depthOf(subtest[1]), {
      name: unescapeName(subtest[2] ?? ""),
      is_test: true,
      failed: false,
    })
    return index + 1
  }
  if (line.endsWith("}") && line.trim() === "}") closeBrace(reader, depthOf(line.slice(0, -1)))
  const plan = PLAN.exec(line)?.[1]
  if (plan !== undefined) readPlan(reader, Number(plan))
  const comment = COMMENT.exec(line)?.[1]
  if (comment !== undefined && !SUMMARY.test(line)) reader.heading = comment
  reader.rest.push(line)
  return index + 1
}

/** The plan stands before or behind the points of its run. */
function readPlan(reader: TreeReader, planned: number): void {
  reader.planned = (reader.planned ?? 0) + planned
  reader.is_planned = reader.in_run === 0
  reader.in_run = 0
  reader.heading = ""
}

function readPoint(
  lines: readonly string[],
  index: number,
  [, indent = "", verdict, dash, text = ""]: RegExpExecArray,
  reader: TreeReader,
): number {
  const depth = depthOf(indent)
  const opens = text.endsWith(" {") || text === "{"
  const told = opens ? text.slice(0, -1).trimEnd() : text
  const directive = told.search(DIRECTIVE)
  const name = directive === -1 ? told : told.slice(0, directive)
  const title = unescapeName(name.replace(TIME, "").trim())
  const outcome = directive !== -1 ? "skip" : verdict === "ok" ? "pass" : "fail"
  const block = readBlock(lines, index + 1, indent, verdict === "ok")
  if (depth === 0) reader.at_margin += 1
  if (depth === 0) reader.in_run += 1
  if (depth === 0 && directive !== -1) reader.left_out += 1
  const closed = reader.open[depth]
  if (opens) openSuite(reader, depth, { name: title, is_test: false, failed: outcome === "fail" })
  else if (closed?.is_test === true && closed.name === title) {
    reader.open.length = depth
    closeSuite(reader, closed, outcome, block)
  } else {
    reader.open.length = Math.min(reader.open.length, depth)
    const path = pathOf(reader, title, depth === 0 && dash === undefined && !reader.is_planned)
    addPoint(reader, { path, title, outcome, is_suite: false, is_yaml: block.is_yaml, block: block.lines })
  }
  return block.end
}

/** Assertions are known by the test they stand in, which keeps its name whatever they say. */
function pathOf({ open, heading }: TreeReader, title: string, is_plain: boolean): readonly string[] {
  const left = LEFT_OPEN.exec(title)?.[1]
  if (left !== undefined) return [...open.map(({ name }) => name), left]
  if (HOOK.test(title)) return []
  if (is_plain && heading !== "") return [heading]
  const names = open.map(({ name }) => name)
  return open.at(-1)?.is_test === true ? names : [...names, title]
}

function openSuite(reader: TreeReader, depth: number, suite: Omit<OpenSuite, "failures_before">): void {
  reader.open.length = Math.min(reader.open.length, depth)
  reader.open.push({ ...suite, failures_before: reader.failures })
}

function closeBrace(reader: TreeReader, depth: number): void {
  const suite = reader.open[depth]
  reader.open.length = Math.min(reader.open.length, depth)
  if (suite?.failed === true) closeSuite(reader, suite, "fail", NO_BLOCK)
}

function closeSuite(
  reader: TreeReader,
  { name, failures_before }: OpenSuite,
  outcome: TapPoint["outcome"],
  block: TapLines,
): void {
  if (outcome === "fail" && reader.failures > failures_before) return
  const path = [...reader.open.map((suite) => suite.name), name]
  addPoint(reader, { path, title: name, outcome, is_suite: true, is_yaml: block.is_yaml, block: block.lines })
}

function addPoint(reader: TreeReader, point: TapPoint): void {
  reader.points.push(point)
  if (point.outcome === "fail") reader.failures += 1
}

interface TapLines {
  readonly lines: readonly string[]
  readonly is_yaml: boolean
  readonly end: number
}

const NO_BLOCK: TapLines = { lines: [], is_yaml: false, end: 0 }

/** The YAML below a point, or its more indented lines, or the comments below a failed one; without their indent. */
function readBlock(lines: readonly string[], start: number, indent: string, ok: boolean): TapLines {
  const first = lines[start] ?? ""
  if (!ok && isComment(first, indent)) {
    let end = start + 1
    while (isComment(lines[end] ?? "", indent)) end += 1
    const told = lines.slice(start, end).map((line) => line.slice(indent.length + 2))
    return { lines: told, is_yaml: false, end }
  }
  const is_yaml = first.startsWith(`${indent}  `) && first.trim() === "---"
  const inner = is_yaml ? first.slice(0, first.indexOf("-")) : `${indent}  `
  const found: string[] = []
  let end = is_yaml ? start + 1 : start
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ""
    if (is_yaml ? line === `${inner}...` : !isBelow(line, inner)) break
    found.push(line.startsWith(inner) ? line.slice(inner.length) : line)
  }
  // Values of several lines may stand at the margin (vitest).
  const base = " ".repeat(indentOf(found[0] ?? ""))
  const told = found.map((line) => (line.startsWith(base) ? line.slice(base.length) : line))
  return { lines: told, is_yaml, end: is_yaml ? end + 1 : end }
}

function isComment(line: string, indent: string): boolean {
  return line.startsWith(`${indent}# `) && !SUBTEST.test(line) && !SUMMARY.test(line.slice(indent.length))
}

function isBelow(line: string, inner: string): boolean {
  return line.startsWith(inner) && !POINT.test(line) && !SUBTEST.test(line) && !/^ {1,256}1\.\.\d/.test(line)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

export function depthOf(indent: string | undefined): number {
  return Math.floor((indent ?? "").length / 4)
}

export function unescapeName(name: string): string {
  return name.replace(/\\([#\\])/g, "$1")
}
