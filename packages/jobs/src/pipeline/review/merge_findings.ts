import { distance } from "fastest-levenshtein"
import { type ReviewFinding, SEVERITIES } from "../run.ts"
import { type FileDiff, showsLine } from "./split_diff.ts"

export interface ToldFinding extends Omit<ReviewFinding, "readers"> {
  readonly reader: string
}

/** Findings of one review at most. */
export const MAX_FINDINGS = 30
/** How far two readers' line numbers for one thing may differ. */
const NEAR_LINES = 3
/** Of the longer wording, what may differ. */
const NEAR_WORDS = 0.4

/**
 * The findings about the change, each once, worst first and at most 30. `dropped`: how many name files or lines that
 * the change lacks. `left_out`: how many exceed 30.
 */
export function mergeFindings(
  told: readonly ToldFinding[],
  files: readonly FileDiff[],
): { readonly findings: readonly ReviewFinding[]; readonly dropped: number; readonly left_out: number } {
  const by_path = new Map(files.map((file) => [file.path, file]))
  const placed = told.flatMap((one) => placedIn(one, by_path))
  const kept: { readonly finding: ToldFinding; readonly readers: Set<string> }[] = []
  let left_out = 0
  for (const finding of placed.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const same = kept.find((one) => isSame(one.finding, finding))
    if (same !== undefined) same.readers.add(finding.reader)
    else if (kept.length < MAX_FINDINGS) kept.push({ finding, readers: new Set([finding.reader]) })
    else left_out += 1
  }
  const findings = kept
    .map(({ finding: { severity, summary, path, line }, readers }) => {
      return { severity, summary, path, line, readers: readers.size }
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.readers - one.readers)
  return { findings, dropped: told.length - placed.length, left_out }
}

function rankOf({ severity }: Pick<ReviewFinding, "severity">): number {
  return SEVERITIES.indexOf(severity)
}

function placedIn(finding: ToldFinding, files: ReadonlyMap<string, FileDiff>): readonly ToldFinding[] {
  const { path, line } = finding
  if (path === null) return [{ ...finding, line: null }]
  const file = [path, path.replace(/^(?:\.|a|b)\//, "")]
    .map((one) => files.get(one))
    .find((one) => one !== undefined)
  if (file === undefined || (line !== null && !showsLine(file, line))) return []
  return [{ ...finding, path: file.path }]
}

function isSame(one: ToldFinding, other: ToldFinding): boolean {
  if (one.path !== other.path) return false
  if (one.line !== null && other.line !== null && Math.abs(one.line - other.line) > NEAR_LINES) return false
  const [own, others] = [wordsOf(one), wordsOf(other)]
  return distance(own, others) <= NEAR_WORDS * Math.max(own.length, others.length)
}

function wordsOf({ summary }: ToldFinding): string {
  return summary
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
