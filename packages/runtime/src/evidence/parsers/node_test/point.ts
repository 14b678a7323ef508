import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"
import { withStated } from "../stated.ts"
import { loadFailure } from "./load_failure.ts"

export interface PointFailure {
  readonly message: string
  readonly code: string | undefined
  readonly location: DiagnosticLocation | undefined
  readonly is_timeout: boolean
}

export interface TestPoint {
  /** Names from the outermost suite inwards. */
  readonly path: readonly string[]
  readonly outcome: "pass" | "fail" | "skip"
  /** Null for a test that passed, and for a suite that failed only because of what it holds. */
  readonly failure: PointFailure | null
  /** What was printed before it outside the report: the stderr of a file that could not be loaded. */
  readonly printed: readonly string[]
}

export interface NodeTestReport {
  readonly points: readonly TestPoint[]
  /** The closing counts ("tests", "suites", "pass", "fail", ...), summed over all runs in the output. */
  readonly counts: ReadonlyMap<string, number>
}

/** A title may hold a relative path, but hardly ever ends with an absolute one. */
const FILE_NAME = /^(?:\S{1,1024}|(?:\/|[A-Za-z]:\\)[^\n]{1,4096})\.[cm]?[jt]sx?$/

/** Diagnostics and counts of a report; null if nothing was reported. */
export function readReport({ points, counts }: NodeTestReport): ParsedOutput | null {
  if (points.length === 0 && !counts.has("tests")) return null
  const files = points.filter(isFile)
  const total = counts.get("tests")
  const ended = (counts.get("pass") ?? 0) + (counts.get("fail") ?? 0)
  const isComplete = total !== undefined && points.length === total + (counts.get("suites") ?? 0)
  const ran = points.filter((point) => point.outcome !== "skip" && !isFile(point))
  const parsed = {
    diagnostics: points.flatMap((point) => toDiagnostic(point) ?? []),
    tests_run: total === undefined ? null : Math.max(0, ended - files.length),
    ran_test_ids: isComplete ? ran.map(testId) : null,
  }
  return withStated(parsed, (counts.get("fail") ?? 0) + (counts.get("cancelled") ?? 0))
}

/** The runner reports a file that holds no test, or cannot be loaded, as a test named by its path. */
function isFile({ path }: TestPoint): boolean {
  return path.length === 1 && FILE_NAME.test(path[0] ?? "")
}

function testId({ path }: TestPoint): string {
  return path.join(" > ")
}

function toDiagnostic(point: TestPoint): ParsedDiagnostic | null {
  const { failure } = point
  if (point.outcome !== "fail" || failure === null) return null
  if (isFile(point)) return unloadedFile(point, failure)
  const { message, code, location } = failure
  return {
    kind: failure.is_timeout ? "timeout" : testKind(message),
    test_id: testId(point),
    message,
    code,
    location,
  }
}

/** Known by code and path. As a test it would be missing when its tests run again: their ids lack the file. */
function unloadedFile(point: TestPoint, failure: PointFailure): ParsedDiagnostic {
  const loading = loadFailure(point.printed)
  return {
    kind: loading?.kind ?? (failure.is_timeout ? "timeout" : "runtime"),
    message: loading?.message ?? failure.message,
    code: loading?.code ?? failure.code ?? "load",
    location: { path: point.path[0] ?? "" },
  }
}

function testKind(message: string): DiagnosticKind {
  return isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test"
}
