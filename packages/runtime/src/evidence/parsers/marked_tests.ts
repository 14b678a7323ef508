import { isEnvironmentFailure } from "../environment.ts"
import { isFailingLine } from "../failing_line.ts"
import { isNoiseLine } from "../noise_line.ts"
import { findOperands } from "../operands.ts"
import { isTotalsLine, testsCounted, type Totals } from "../totals.ts"
import { linesParser } from "./lines.ts"
import { type Mark, mayHoldMarks, readMarks } from "./marked_tests/marks.ts"
import type { ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { withStated } from "./stated.ts"
import { tracebackParser } from "./traceback.ts"

const MAX_TESTS = 64
const MAX_LINE = 600
const MIN_NAME = 3
/** A frame of a stack, or a line of the source around it. */
const SHOWN =
  /^\s{0,16}(?:at \S|\S{1,256}:\d{1,7}$|[❯›] \S|File "|(?:>\s{0,8})?\d{1,7}\s{0,3}[|│:](?:\s|$)|[|│](?:\s|$))/

/**
 * Failed tests by their marks, in the report of any runner: "FAIL [0.01s] name", "✗ name", "name ... FAILED", "1) name".
 * Its totals have to state at least as many, because a program may print such a line as well. What stands below a
 * name, or below a line that repeats it, is its message; where nothing does, what stands above, or elsewhere.
 */
export function readMarkedTests(text: string, totals: readonly Totals[]): ParsedOutput | null {
  const counted = testsCounted(totals)
  // One count alone may be anything's.
  if (counted === null || (totals.at(-1)?.counts ?? 0) < 2 || !mayHoldMarks(text)) return null
  const lines = text.split("\n")
  const marks = readMarks(lines)
  const failed = failedTests(marks, counted.failed)
  const names = [...new Set(failed.values())]
  const passed = [...marks.values()].filter(({ outcome }) => outcome === "pass")
  const ran = [...new Set([...passed.map(({ name }) => name), ...names])]
  const tests_run = counted.run ?? (passed.length > 0 ? ran.length : null)
  const is_whole = ran.length > 0 && ran.length === tests_run
  // Without a failed test it is a report only where each test that it counts has a mark.
  if (names.length === 0 && (!is_whole || counted.failed > 0)) return null
  const bodies = bodiesOf(lines, marks, failed)
  const diagnostics = names.map((name) => toDiagnostic(name, bodies.get(name) ?? []))
  return withStated({ diagnostics, tests_run, ran_test_ids: is_whole ? ran : null }, counted.failed)
}

/**
 * The names of failed tests, each with the longest name of the same test: "adds" in a list and "cart > adds" above its
 * message. Of all forms of marks, or of the form that names as many as are stated, or fewer.
 */
function failedTests(marks: ReadonlyMap<number, Mark>, stated: number): ReadonlyMap<string, string> {
  const forms = new Map<string, Set<string>>()
  for (const { outcome, name, form } of marks.values()) {
    if (outcome === "fail") forms.set(form, (forms.get(form) ?? new Set()).add(name))
  }
  const all = [...forms.values()].flatMap((names) => [...names])
  const fitting = [all.filter((name) => !isFile(name)), all, ...forms.values()]
    .map((names) => withLongest(new Set(names)))
    .filter((names) => sizeOf(names) <= Math.min(stated, MAX_TESTS))
    .toSorted((left, right) => sizeOf(right) - sizeOf(left))
  return fitting.find((names) => ![...names.values()].every(isFile)) ?? fitting[0] ?? new Map()
}

function isFile(name: string): boolean {
  return /^\S{1,400}\.\w{1,5}$/.test(name)
}

function sizeOf(names: ReadonlyMap<string, string>): number {
  return new Set(names.values()).size
}

function withLongest(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const by_length = [...names].toSorted((left, right) => right.length - left.length).slice(0, 4 * MAX_TESTS)
  const longest = new Map<string, string>()
  for (const name of by_length) {
    const whole = [...longest.values()].find(
      (other) => other.endsWith(name) && /[^\p{L}\p{N}_]$/u.test(other.slice(0, -name.length)),
    )
    longest.set(name, whole ?? name)
  }
  return longest
}

/** What the report says of each failed test. */
function bodiesOf(
  lines: readonly string[],
  marks: ReadonlyMap<number, Mark>,
  failed: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, readonly string[]>()
  const above = new Map<string, readonly string[]>()
  const loose: string[] = []
  let name: string | undefined
  let followed = 0
  let body: string[] = []
  const begin = (next: string | undefined): void => {
    if (name !== undefined && body.some(isContent)) below.set(name, [...(below.get(name) ?? []), ...body])
    if (tells(body)) {
      if (name === undefined) loose.push(...body)
      if (next !== undefined) above.set(next, [...(above.get(next) ?? []), ...body])
    }
    name = next
    body = []
  }
  for (const [at, line] of lines.entries()) {
    const mark = marks.get(at)
    if (mark !== undefined) {
      begin(failed.get(mark.name))
      if (name === undefined) continue
      if (isContent(lines[at + 1] ?? "") && !marks.has(at + 1)) followed += 1
      if (mark.reason !== "") body.push(mark.reason)
    } else if (isTotalsLine(line)) begin(undefined)
    else {
      const named = line.length > MAX_LINE ? undefined : namedOn(line, failed)
      if (named !== undefined && named !== name) begin(named)
      if (named?.startsWith(line.trim()) !== true) body.push(line)
    }
  }
  begin(undefined)
  const is_above = Math.max(followed, [...below.values()].filter(tells).length) < above.size
  const bodies = is_above ? new Map([...below, ...above]) : below
  return bodies.size > 0 ? bodies : new Map([...failed.values()].map((each) => [each, loose]))
}

/** The failed test that a line names, or whose name goes on behind the whole line. */
function namedOn(line: string, failed: ReadonlyMap<string, string>): string | undefined {
  const plain = line.trim()
  if (plain.length < MIN_NAME) return undefined
  let found = ""
  const begun: string[] = []
  for (const name of failed.keys()) {
    if (name.length >= MIN_NAME && name.length > found.length && line.includes(name)) found = name
    if (name.startsWith(`${plain} `)) begun.push(name)
  }
  return failed.get(found === "" && begun.length === 1 ? (begun[0] ?? "") : found)
}

function isContent(line: string): boolean {
  return line.trim() !== "" && !isNoiseLine(line) && !isTotalsLine(line)
}

function tells(body: readonly string[]): boolean {
  return body.some((line) => isFailingLine(line) || findOperands(line) !== null)
}

function toDiagnostic(test_id: string, body: readonly string[]): ParsedDiagnostic {
  const errors = errorsIn(withoutIndent(body)) ?? errorsIn(body.map(withoutOwnIndent)) ?? []
  const [error] = errors
  const said = errors.map(({ message }) => message)
  const is_said = (entry: string): boolean =>
    entry.split("\n").every((line) => said.some((message) => message.includes(line.trim())))
  const told = toldIn(body).filter((entry) => error === undefined || (isCompared(entry) && !is_said(entry)))
  const message = [...said, ...told].join("\n")
  return {
    kind: isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test",
    test_id,
    message: message === "" ? "failed" : message,
    ...(error?.code === undefined ? {} : { code: error.code }),
    ...(error?.location === undefined ? {} : { location: error.location }),
  }
}

function errorsIn(lines: readonly string[]): readonly ParsedDiagnostic[] | undefined {
  return tracebackParser.parse(lines.join("\n"))?.diagnostics
}

/** A report may show an error deeper than its headings. */
function withoutOwnIndent(line: string): string {
  return line.replace(/^\s{1,64}(?!\s|at )/, "")
}

/** Each paragraph without the indent it is shown with. */
function withoutIndent(body: readonly string[]): readonly string[] {
  let indent = -1
  return body.map((line) => {
    const own = line.search(/\S/)
    if (own === -1 || own < indent || indent === -1) indent = own
    return line.slice(Math.max(0, indent))
  })
}

/** "expected: 3", or a line of a difference. */
function isCompared(entry: string): boolean {
  return entry.includes("\n") || /^[-+] \S/.test(entry) || findOperands(entry)?.start === 0
}

/** The first paragraph of a body, and what tells of a failure below it, without frames and shown sources. */
function toldIn(body: readonly string[]): readonly string[] {
  const lines = body.filter((line) => !SHOWN.test(line))
  const start = lines.findIndex((line) => line.trim() !== "")
  const blank = lines.findIndex((line, at) => at > start && line.trim() === "")
  const first = linesIn(lines.slice(0, blank === -1 ? undefined : blank)).length
  return linesIn(lines).filter((entry, at) => at < first || isCompared(entry) || tells([entry]))
}

function linesIn(lines: readonly string[]): readonly string[] {
  return linesParser.parse(lines.join("\n")).diagnostics.map(({ message }) => message)
}
