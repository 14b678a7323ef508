import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { depthOf, unescapeName } from "../tap/tree.ts"
import type { NodeTestReport, PointFailure, TestPoint } from "./point.ts"

const POINT = /^( {0,256})(not ok|ok) \d{1,9}(?: - (.*))?$/
const SUBTEST = /^( {0,256})# Subtest: (.*)$/
const COUNT = /^# (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/
const DIRECTIVE = / # (SKIP|TODO)\b.*/
const MAX_PRINTED = 200

/** Reads the TAP that `node --test` prints: nested points with a YAML block each. */
export function readTap(lines: readonly string[]): NodeTestReport {
  const points: TestPoint[] = []
  const counts = new Map<string, number>()
  const names: string[] = []
  let printed: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const subtest = SUBTEST.exec(line)
    const point = subtest === null ? POINT.exec(line) : null
    if (subtest !== null) {
      names.length = depthOf(subtest[1])
      names.push(unescapeName(subtest[2] ?? ""))
    } else if (point !== null) {
      const indent = point[1] ?? ""
      const block = readBlock(lines, index + 1, `${indent}  `)
      names.length = Math.min(names.length, depthOf(indent))
      points.push(
        toPoint(names, { ok: point[2] === "ok", title: point[3] ?? "", block: block.lines, printed }),
      )
      printed = []
      index = block.end
    } else {
      const count = COUNT.exec(line)
      if (count !== null) add(counts, count[1] ?? "", Number(count[2]))
      else if (line.startsWith("# ") && printed.length < MAX_PRINTED)
        printed.push(unescapeName(line.slice(2)))
    }
  }
  return { points, counts }
}

/** Keeps the last lines printed at the margin, at most twice `MAX_PRINTED` of them. */
export function remember(printed: string[], line: string): string[] {
  if (line === "" || line.startsWith(" ")) return printed
  printed.push(line)
  return printed.length < 2 * MAX_PRINTED ? printed : printed.slice(-MAX_PRINTED)
}

export function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

function toPoint(
  parents: readonly string[],
  {
    ok,
    title,
    block,
    printed,
  }: {
    readonly ok: boolean
    readonly title: string
    readonly block: readonly string[]
    readonly printed: readonly string[]
  },
): TestPoint {
  const path = [...parents, unescapeName(title.replace(DIRECTIVE, ""))]
  if (DIRECTIVE.test(title)) return { path, outcome: "skip", failure: null, printed }
  if (ok) return { path, outcome: "pass", failure: null, printed }
  return { path, outcome: "fail", failure: readFailure(block), printed }
}

function readFailure(block: readonly string[]): PointFailure | null {
  const field = (name: string): string | undefined => readField(block, name)
  const failure_type = field("failureType")
  if (failure_type === "subtestsFailed") return null
  const name = field("name")
  const code = field("code")
  const [expected, actual] = [field("expected"), field("actual")]
  const values =
    expected === undefined && actual === undefined
      ? []
      : [labelled("expected", expected), labelled("actual", actual)]
  const error = field("error") ?? "test failed"
  return {
    message: [name === undefined ? error : `${name}: ${error}`, ...values].join("\n"),
    code: code === undefined || code === "ERR_TEST_FAILURE" ? (name ?? undefined) : code,
    location: readLocation(field("location")),
    is_timeout: failure_type === "testTimeoutFailure",
  }
}

function labelled(label: string, value: string | undefined): string {
  return value?.includes("\n") === true ? `${label}:\n${value}` : `${label}: ${value}`
}

/** Lines of the YAML block that starts at `start`, without its indent; empty if there is none. */
function readBlock(
  lines: readonly string[],
  start: number,
  indent: string,
): { lines: string[]; end: number } {
  if (lines[start] !== `${indent}---`) return { lines: [], end: start - 1 }
  const block: string[] = []
  let index = start + 1
  while (index < lines.length && lines[index] !== `${indent}...`) {
    block.push((lines[index] ?? "").slice(indent.length))
    index += 1
  }
  return { lines: block, end: index }
}

/** A top-level scalar, or the lines below the key when its value stands there. */
function readField(block: readonly string[], name: string): string | undefined {
  const start = block.findIndex((line) => line.startsWith(`${name}:`))
  if (start === -1) return undefined
  const value = (block[start] ?? "").slice(name.length + 1).trim()
  if (value !== "" && !/^[|>]-?$/.test(value)) return unquote(value)
  const below: string[] = []
  for (let index = start + 1; index < block.length && /^(?: |$)/.test(block[index] ?? ""); index += 1) {
    below.push((block[index] ?? "").slice(2))
  }
  return below.join("\n").trimEnd()
}

export function readLocation(text: string | undefined): DiagnosticLocation | undefined {
  const [, path, line, column] = /^(.{1,1024}?):(\d{1,7}):(\d{1,7})$/.exec(text ?? "") ?? []
  return path === undefined ? undefined : { path, line: Number(line), column: Number(column) }
}

function unquote(value: string): string {
  const quote = value.at(0)
  const isQuoted =
    value.length >= 2 && (quote === "'" || quote === '"' || quote === "`") && value.endsWith(quote)
  return isQuoted ? value.slice(1, -1).replace(/\\(['"`\\])/g, "$1") : value
}
