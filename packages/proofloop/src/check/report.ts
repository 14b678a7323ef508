import { type ChangeSet, lenientText, type SkippedFile } from "@proofloop/foundation/git"
import { plural } from "@proofloop/foundation/text"
import {
  type Fix,
  type CriticResult,
  type Finding,
  filesText,
  findingsOf,
  type LookedAt,
} from "@proofloop/stdlib/internal/check"
import { fingerprintOf } from "./fingerprint.ts"
import type { Severity } from "./severity.ts"

/** One problem, in the form that every format of `proofloop check` shows. */
export interface ReportedFinding {
  readonly critic: string
  readonly path: string
  /** From 1; absent where a finding is about the file as a whole. */
  readonly line?: number
  readonly column?: number
  /** "before": `line` counts in the old text, because removed code has no other line. */
  readonly side?: "before"
  /** The line in the present file, or the nearest to removed code. */
  readonly after_line?: number
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  /** Stays the same while the line and the finding in it do, wherever the line moves. */
  readonly fingerprint: string
  readonly fix?: Fix
}

export type SuppressedFinding = ReportedFinding & {
  readonly by: "comment" | "baseline"
  readonly reason?: string
  readonly is_new: boolean
}

export interface UnableCritic {
  readonly critic: string
  readonly reason: string
  readonly partly?: true
  readonly crashed?: true
  readonly timed_out?: true
}

/** The outcome of a check; `ran` are the ids of the critics that gave a verdict or were unable to. */
export interface CheckReport {
  readonly findings: readonly ReportedFinding[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly fixed: readonly FixedFile[]
  readonly unable: readonly UnableCritic[]
  readonly skipped: readonly SkippedFile[]
  readonly ran: readonly string[]
  /** Files of the change that the call is about. */
  readonly changed: number
  /** What could judge them. */
  readonly looked_at: LookedAt
  /** Critics without whose answer nothing is clean: they threw, or are set to "error" and could not look. */
  readonly unanswered: readonly string[]
}

export interface FixedFile {
  readonly path: string
  readonly line?: number
  readonly critic: string
  readonly rule: string
  readonly title: string
}

/** What the critics found, sorted by path and line; `isWanted` says which files a call is about. */
export function reportedFindings(
  results: readonly CriticResult[],
  change: ChangeSet,
  severityOf: (finding: Finding) => Severity,
  isWanted: (path: string) => boolean,
): readonly ReportedFinding[] {
  const linesOf = linesOfChange(change)
  return findingsOf(results)
    .filter(({ path }) => isWanted(path))
    .map((finding) => reported(finding, linesOf(finding.path), severityOf(finding)))
    .toSorted(byPlace)
}

export function unableCritics(results: readonly CriticResult[]): readonly UnableCritic[] {
  return results.flatMap(({ critic, verdict }): readonly UnableCritic[] => {
    if (verdict.status === "pass") return []
    if (verdict.status === "fail") {
      return verdict.unable === undefined ? [] : [{ critic: critic.id, reason: verdict.unable, partly: true }]
    }
    const { reason, crashed, timed_out } = verdict
    return [{ critic: critic.id, reason, ...(crashed && { crashed }), ...(timed_out && { timed_out }) }]
  })
}

/** What is said where nothing was found: clean is what was read by all who were asked. */
export function quietText(report: CheckReport): { readonly word: string; readonly is_clean: boolean } {
  const { changed, unable, unanswered, looked_at, skipped } = report
  if (unanswered.length > 0) return { word: `not judged by ${unanswered.join(", ")}`, is_clean: false }
  const is_clean = unable.length === 0 && (changed === 0 ? skipped.length === 0 : looked_at.parsed > 0)
  return { word: is_clean ? "clean" : "nothing found", is_clean }
}

/** "30 critics looked at 3 changed files; 2 .kt files as text alone (leftovers of editing, copied files)" */
export function lookedText({ ran, unable, changed, looked_at, skipped }: CheckReport): string {
  const { parsed, as_text, text_critics, unread } = looked_at
  const silent = unable.filter(({ partly }) => partly !== true).length
  if (changed === 0 && skipped.length === 0) return "nothing changed"
  if (silent === ran.length) return "no critic could look"
  const by = text_critics.length === 0 ? "by no critic" : `as text alone (${text_critics.join(", ")})`
  return [
    ...(parsed === 0
      ? []
      : [`${plural(ran.length - silent, "critic")} looked at ${plural(parsed, "changed file")}`]),
    ...(as_text.length === 0 ? [] : [`${filesText(as_text)} ${by}`]),
    ...(unread.length === 0 ? [] : [`${filesText(unread)} by nobody, not being text`]),
    ...(skipped.length === 0 ? [] : [`${plural(skipped.length, "file")} left out`]),
    ...(silent === 0 ? [] : [`${plural(silent, "critic")} could not look`]),
  ].join("; ")
}

export function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

function reported(finding: Finding, sides: Lines, severity: Severity): ReportedFinding {
  const { critic, path, column, side, rule, message, evidence, fix } = finding
  const text = side === "before" ? sides.before : sides.after
  // What is missing at the end is missed in the last line.
  const line =
    finding.line === undefined || text === null ? finding.line : Math.min(finding.line, lastLine(text))
  const line_text = (side === "before" ? sides.before : sides.after)?.[(line ?? 0) - 1] ?? ""
  const after_line = line === undefined ? undefined : lineNow(line, side, sides)
  return {
    critic,
    path,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(side === undefined ? {} : { side }),
    ...(after_line === undefined ? {} : { after_line }),
    rule,
    severity,
    message,
    fingerprint: fingerprintOf({ critic, rule, path, evidence, line_text }),
    ...(fix === undefined ? {} : { fix }),
  }
}

function lineNow(line: number, side: Finding["side"], { before, after }: Lines): number {
  if (after === null) return line
  if (side === "before") return before === null ? 1 : afterLine(line, before, after)
  return Math.min(line, lastLine(after))
}

interface Lines {
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}

/** The lines of a touched file, split once. */
function linesOfChange({ files }: ChangeSet): (path: string) => Lines {
  const known = new Map<string, Lines>()
  return (path) => {
    const file = files.find((one) => one.path === path)
    const lines = known.get(path) ?? {
      before: lenientText(file?.before ?? null)?.split("\n") ?? null,
      after: lenientText(file?.after ?? null)?.split("\n") ?? null,
    }
    known.set(path, lines)
    return lines
  }
}

/** The place of an old line in the new text; for a removed line, where it would be. Both from 1. */
function afterLine(line: number, before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same += 1
  if (line <= same) return line
  let tail = 0
  while (tail < most - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  if (line > before.length - tail) return line + after.length - before.length
  const within = Math.min(line, after.length - tail)
  return Math.max(1, Math.min(within, lastLine(after)))
}

/** The number of the last line with content: an empty piece behind the last line break does not count. */
function lastLine(lines: readonly string[]): number {
  return lines.length > 1 && lines.at(-1) === "" ? lines.length - 1 : lines.length
}
