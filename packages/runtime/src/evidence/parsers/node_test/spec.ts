import type { NodeTestReport, PointFailure, TestPoint } from "./point.ts"
import { readSpecFailure } from "./spec_failure.ts"
import { add, readLocation, remember } from "./tap.ts"

const POINT = /^( {0,256})([✔✖﹣⚠▶]) (.*)$/
const COUNT = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/
const DURATION = / \(\d{1,9}(?:\.\d{1,9})?ms\)$/
const DIRECTIVE = / # (?:SKIP|TODO)\b.*|(?<=\)) # .*/

interface TreeReader {
  readonly points: TestPoint[]
  readonly open: string[]
  printed: string[]
}

interface FailedEntry {
  readonly name: string
  readonly failure: PointFailure
  readonly is_todo: boolean
}

/** Reads the spec reporter of `node --test`: a tree of marks, the counts, then the failing tests with their errors. */
export function readSpec(lines: readonly string[]): NodeTestReport {
  const counts = new Map<string, number>()
  const points: TestPoint[] = []
  let index = 0
  while (index < lines.length) {
    const tree: TreeReader = { points: [], open: [], printed: [] }
    index = readTree(lines, index, tree, counts)
    const failed: FailedEntry[] = []
    index = readFailedEntries(lines, index + 1, failed)
    points.push(...withFailures(tree.points, failed))
  }
  return { points, counts }
}

/** Reads up to the list of failing tests, or the end. */
function readTree(
  lines: readonly string[],
  start: number,
  tree: TreeReader,
  counts: Map<string, number>,
): number {
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (line === "✖ failing tests:") return index
    const count = COUNT.exec(line)
    const point = count === null ? POINT.exec(line) : null
    if (count !== null) add(counts, count[1] ?? "", Number(count[2]))
    else if (point !== null) readMark(point, tree, lines, index)
    else tree.printed = remember(tree.printed, line)
  }
  return lines.length
}

function readMark(match: RegExpExecArray, tree: TreeReader, lines: readonly string[], index: number): void {
  const depth = Math.floor((match[1] ?? "").length / 2)
  const mark = match[2]
  const title = match[3] ?? ""
  const name = title.replace(DIRECTIVE, "").replace(DURATION, "")
  const closes = tree.open[depth] === name && tree.open.length === depth + 1
  if (mark === "▶" && !closes) {
    tree.open.length = Math.min(tree.open.length, depth)
    tree.open[depth] = name
    return
  }
  tree.open.length = Math.min(tree.open.length, depth)
  const isSkipped = mark === "﹣" || mark === "⚠" || DIRECTIVE.test(title)
  const outcome = isSkipped ? "skip" : mark === "✔" ? "pass" : "fail"
  // A suite that closes has no error of its own unless the list of failing tests holds one.
  const failure =
    outcome === "fail" && !closes ? readSpecFailure(bodyBelow(lines, index, depth), undefined) : null
  tree.points.push({ path: [...tree.open, name], outcome, failure, printed: tree.printed })
  tree.printed = []
}

/** The indented lines below a mark, where Node 20 prints the error a first time. */
function bodyBelow(lines: readonly string[], index: number, depth: number): readonly string[] {
  const indent = " ".repeat(2 * depth + 2)
  const body: string[] = []
  for (let below = index + 1; below < lines.length; below += 1) {
    const line = lines[below] ?? ""
    if (POINT.test(line) || (line !== "" && !line.startsWith(indent))) break
    body.push(line.slice(indent.length))
  }
  return body
}

/** Reads "test at file:1:2" entries up to a line that can belong to none; gives the index of that line. */
function readFailedEntries(lines: readonly string[], start: number, failed: FailedEntry[]): number {
  let index = start
  while (index < lines.length) {
    const line = lines[index] ?? ""
    const location = line.startsWith("test at ") ? readLocation(line.slice("test at ".length)) : undefined
    const title = /^[✖⚠] (.*)$/.exec(lines[index + 1] ?? "")?.[1]
    if (line === "") index += 1
    else if (location === undefined || title === undefined) break
    else {
      const body = bodyBelow(lines, index + 1, 0)
      failed.push({
        name: title.replace(DIRECTIVE, "").replace(DURATION, ""),
        failure: readSpecFailure(body, location),
        is_todo: DIRECTIVE.test(title),
      })
      index += 2 + body.length
    }
  }
  return index
}

/** Gives each failed point of the tree the error listed for it; the list names tests without their suites, in order. */
function withFailures(points: readonly TestPoint[], failed: readonly FailedEntry[]): readonly TestPoint[] {
  if (failed.length === 0) return points
  const result = points.map((point) => (point.outcome === "fail" ? { ...point, failure: null } : point))
  let from = 0
  for (const { name, failure, is_todo } of failed) {
    if (is_todo) continue
    const index = result.findIndex((point, at) => at >= from && isOpenFailure(point, name))
    const found = index === -1 ? result.findIndex((point) => isOpenFailure(point, name)) : index
    const point = result[found]
    if (point === undefined) result.push({ path: [name], outcome: "fail", failure, printed: [] })
    else {
      result[found] = { ...point, failure }
      from = found + 1
    }
  }
  return result
}

function isOpenFailure(point: TestPoint, name: string): boolean {
  return point.outcome === "fail" && point.failure === null && point.path.at(-1) === name
}
