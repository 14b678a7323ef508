import type { Subtask } from "./plan.ts"

export interface Suggestion extends Pick<Subtask, "title" | "description" | "file_hints" | "action"> {
  /** It is about a file that no patch may touch, so only a person can do it. */
  readonly needs_person: boolean
}

export interface Metric {
  /** "test_results", "documentation", "build". */
  readonly name: string
  /** How this side of the repository is; `unable`: it could not be looked at. */
  readonly status: "pass" | "warn" | "fail" | "unable"
  /** The finding as text; failing tests stand in lines that begin with a bullet, "•". */
  readonly details: string
  /** Possible repairs, the most important first. */
  readonly suggestions?: readonly Suggestion[] | undefined
}

export interface AuditReport {
  readonly metrics: readonly Metric[]
  /** Languages, most used first. */
  readonly languages?: readonly string[] | undefined
}

export function failedMetric(report: AuditReport, names: readonly string[]): Metric | undefined {
  return report.metrics.find(({ name, status }) => status === "fail" && names.includes(name))
}

/** Whether the build failed. Then the worker may repair sources only, no manifest. */
export function isCompileFixMode(report: AuditReport): boolean {
  return failedMetric(report, ["build"]) !== undefined
}
