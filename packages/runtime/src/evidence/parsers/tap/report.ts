import { errorCodeIn } from "../error_line.ts"
import { loadFailureKind, testFailureKind } from "../javascript/error_body.ts"
import { loadFailure } from "../node_test/load_failure.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"
import { sumOfLines, withStated } from "../stated.ts"
import { testPath, withSuites } from "../test_path.ts"
import { readTapBlock, readTapLines, type TapBlock } from "./block.ts"
import { readTapTree, type TapPoint } from "./tree.ts"

const FILE_NAME = /^\S{1,1024}\.[cm]?[jt]sx?$/
const COUNT = /^# (pass|fail) {1,8}(\d{1,9})$/
const TAP_COUNT = /^# \{ total: (\d{1,9})(.{0,200})\}$/
const FAILED = /^# fail {1,8}(\d{1,9})$|^# \{ total: \d{1,9}.{0,100}, fail: (\d{1,9})\b/
const NOT_RAN = /(?:skip|todo): (\d{1,9})/g
const BAIL_OUT = /^Bail out!\s{0,8}(.{0,1000})$/
const CRASH = /^Node\.js v\d/
/** A runner's word on a test as a whole; tape gives it the operator of `t.fail`. */
const OF_THE_RUN =
  /^(?:plan != count$|\.end\(\) already called$|test (?:exited without ending|unfinished|count|assertion count|after)\b)| timed out after \d{1,9}ms$|^timeout!$/
/** Node-tap tells no more of a file that failed without a test; the error was printed before. */
const EXIT_CODE = /^exitCode: \d{1,3}$/
const EXITED = /^(\S{1,1024}\.[cm]?[jt]sx?) exited with a non-zero exit code: \d{1,3}$/

/** Reads TAP of any producer but node:test; null if there is no point in it. */
export function readTapReport(lines: readonly string[]): ParsedOutput | null {
  const { points, is_complete, rest } = readTapTree(lines)
  const ends = rest.flatMap((line) => BAIL_OUT.exec(line)?.[1] ?? [])
  const leaves = points.filter(({ is_suite }) => !is_suite)
  if (points.length === 0 && ends.length === 0 && !is_complete) return null
  const ran = leaves.filter((point) => point.outcome !== "skip" && !isFile(point) && !isError(point))
  const crash = is_complete ? [] : crashOf(rest)
  const bails = ends.map((message): ParsedDiagnostic => ({ kind: "runtime", code: "bail", message }))
  const parsed = {
    diagnostics: [...points.flatMap((point) => toDiagnostic(point, rest) ?? []), ...crash, ...bails],
    tests_run: is_complete ? ran.length : countRan(rest),
    ran_test_ids: is_complete ? withSuites(ran.map(testId).filter((test_id) => test_id !== "")) : null,
  }
  return withStated(parsed, is_complete ? null : sumOfLines(rest, FAILED))
}

/** Vitest reports a file that cannot be loaded as a test named by its path. */
function isFile({ path, title }: TapPoint): boolean {
  return path.length === 1 && path[0] === title && FILE_NAME.test(title)
}

/** Ava reports what happens outside of tests as a point named by the error. */
function isError({ path, title }: TapPoint): boolean {
  return path.length === 1 && path[0] === title && (errorCodeIn(title) !== undefined || EXITED.test(title))
}

function toDiagnostic(point: TapPoint, rest: readonly string[]): ParsedDiagnostic | null {
  if (point.outcome !== "fail") return null
  const block = point.is_yaml ? readTapBlock(point.block) : readTapLines(point.block)
  if (EXIT_CODE.test(block.message)) {
    const printed = loadFailure(rest.filter((line) => !line.startsWith("#")))
    if (printed !== null) return unloaded(point, { ...block, message: printed.message, code: printed.code })
  }
  if (isFile(point) || isError(point)) return unloaded(point, block)
  const is_assertion = point.path.at(-1) !== point.title
  const message = [is_assertion ? point.title : "", block.message].filter((part) => part !== "").join("\n")
  const test_id = testId(point)
  const code = codeOf(block, point) ?? (test_id === "" ? "hook" : undefined)
  return {
    kind: testFailureKind(point.block.includes("operator: fail") ? point.title : message),
    test_id: test_id || undefined,
    code,
    message: message === "" ? "failed" : message,
    location: block.location,
  }
}

/** An assertion gets the code that other runners use, whatever error it caught. */
function codeOf({ code, is_assertion }: TapBlock, { title, is_suite }: TapPoint): string | undefined {
  const is_own = is_assertion && !is_suite && !OF_THE_RUN.test(title)
  return is_own && code !== "ERR_ASSERTION" ? "AssertionError" : code
}

/** Ava joins the names of file and test by this sign. */
function testId({ path }: TapPoint): string {
  return testPath(path).replaceAll(" › ", " > ")
}

function unloaded({ title }: TapPoint, block: TapBlock): ParsedDiagnostic {
  const is_file = FILE_NAME.test(title)
  const path = is_file ? title : EXITED.exec(title)?.[1]
  const message = is_file ? block.message : title
  const location = path === undefined ? block.location : { ...block.location, path }
  return {
    kind: loadFailureKind(message),
    code: (is_file ? block.code : errorCodeIn(title)) ?? "load",
    message: message === "" ? "failed" : message,
    location,
  }
}

/** An error that ended the process: the report is incomplete, and Node's last words follow it. */
function crashOf(rest: readonly string[]): readonly ParsedDiagnostic[] {
  if (!rest.some((line) => CRASH.test(line))) return []
  const failure = loadFailure(rest.filter((line) => !line.startsWith("#")))
  if (failure === null) return []
  return [{ kind: failure.kind, code: failure.code ?? "crash", message: failure.message }]
}

/** The closing counts of all runs: passed and failed; null if there are none. */
function countRan(rest: readonly string[]): number | null {
  let count: number | null = null
  for (const line of rest) {
    const [, , part] = COUNT.exec(line) ?? []
    const [, total, others = ""] = TAP_COUNT.exec(line) ?? []
    if (part !== undefined) count = (count ?? 0) + Number(part)
    if (total === undefined) continue
    let left = Number(total)
    for (const [, skipped] of others.matchAll(NOT_RAN)) left -= Number(skipped)
    count = (count ?? 0) + Math.max(0, left)
  }
  return count
}
