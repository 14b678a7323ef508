import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import { oneLine } from "@proofloop/foundation/text"
import { catalogue } from "@proofloop/stdlib/internal/check"
import type { ReportedFinding, SuppressedFinding } from "../report.ts"
import { readSuppressions, type Suppression } from "./read_suppressions.ts"

/** Which suppressions count: all, those from before the judged change, or none. */
export const SUPPRESSION_MODES = ["all", "before", "none"] as const
export type SuppressionMode = (typeof SUPPRESSION_MODES)[number]

export interface Suppressed {
  readonly findings: readonly ReportedFinding[]
  readonly suppressed: readonly SuppressedFinding[]
  /** Problems of the suppressions themselves, such as none that names a critic. */
  readonly problems: readonly SuppressionProblem[]
}

export type SuppressionProblem = Pick<ReportedFinding, "path" | "line" | "rule" | "message">

export interface SuppressionScope {
  readonly change: ChangeSet
  readonly read: (path: string) => Promise<Uint8Array | null>
  readonly mode: SuppressionMode
  readonly looked: ReadonlySet<string>
  readonly isWanted: (path: string) => boolean
}

/** Removes findings that a comment with a reason is about. */
export async function applySuppressions(
  findings: readonly ReportedFinding[],
  scope: SuppressionScope,
): Promise<Suppressed> {
  if (scope.mode === "none") return { findings, suppressed: [], problems: [] }
  const known = await suppressionsOf(findings, scope)
  const used = new Map<Suppression, Set<string>>()
  const kept: ReportedFinding[] = []
  const suppressed: SuppressedFinding[] = []
  for (const finding of findings) {
    const match = known.find((one) => one.counts && isAbout(one.written, finding))
    if (match === undefined) {
      kept.push(finding)
      continue
    }
    const { written, is_new } = match
    suppressed.push({ ...finding, by: "comment", reason: written.reason, is_new })
    for (const one of known) {
      if (!isAbout(one.written, finding)) continue
      const ids = used.get(one.written) ?? new Set()
      for (const id of one.written.ids) if (isNamed(id, finding)) ids.add(id)
      used.set(one.written, ids)
    }
  }
  const problems = known
    .filter(({ written }) => scope.isWanted(written.path))
    .flatMap((one) => problemsOf(one, used.get(one.written) ?? new Set(), kept, scope.looked))
  return { findings: kept, suppressed, problems }
}

interface Known {
  readonly written: Suppression
  readonly is_new: boolean
  readonly counts: boolean
}

async function suppressionsOf(
  findings: readonly ReportedFinding[],
  { change, read, mode }: SuppressionScope,
): Promise<readonly Known[]> {
  const touched = new Set(change.files.map(({ path }) => path))
  const others = [...new Set(findings.map(({ path }) => path))].filter((path) => !touched.has(path))
  const known: Known[] = []
  const add = (path: string, before: string | null, after: string | null): void => {
    if (after === null) return
    const left = countsOf(before === null ? [] : readSuppressions(path, before))
    for (const written of readSuppressions(path, after)) {
      const standing = left.get(written.key) ?? 0
      left.set(written.key, standing - 1)
      const is_new = standing <= 0
      known.push({ written, is_new, counts: written.reason !== "" && !(is_new && mode === "before") })
    }
  }
  for (const { path, before, after } of change.files) add(path, lenientText(before), lenientText(after))
  for (const path of others) {
    const text = lenientText(await read(path))
    add(path, text, text)
  }
  return known
}

function countsOf(suppressions: readonly Suppression[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { key } of suppressions) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function isAbout({ path, about, ids }: Suppression, finding: ReportedFinding): boolean {
  if (path !== finding.path || !ids.some((id) => isNamed(id, finding))) return false
  return about === null || about === finding.after_line
}

function isNamed(id: string, { critic, rule }: ReportedFinding): boolean {
  const [name = "", of_rule] = id.split("/")
  return name.toLowerCase() === critic.toLowerCase() && (of_rule === undefined || of_rule === rule)
}

function problemsOf(
  { written, is_new, counts }: Known,
  used: ReadonlySet<string>,
  kept: readonly ReportedFinding[],
  looked: ReadonlySet<string>,
): readonly SuppressionProblem[] {
  const { path, line, ids, reason } = written
  const at = (rule: string, message: string) => ({ path, line, rule, message: oneLine(message) })
  const unknown = ids.filter((id) => criticOf(id) === undefined)
  if (ids.length === 0) return [at("unknown_critic", "names no critic; write proofloop-ignore G7: REASON")]
  if (reason === "") {
    return [
      at("without_reason", `gives no reason, so it counts for nothing; write ${ids.join(", ")}: REASON`),
    ]
  }
  const problems = unknown.map((id) =>
    at("unknown_critic", `"${id}" is not a critic; proofloop check --list names them`),
  )
  if (!counts && is_new && kept.some((finding) => isAbout(written, finding))) {
    return [
      ...problems,
      at("added_by_change", `does not count: the change that is judged adds it (${ids.join(", ")})`),
    ]
  }
  const unused = ids.filter((id) => !used.has(id) && looked.has(criticOf(id) ?? ""))
  if (!counts || unused.length === 0) return problems
  return [
    ...problems,
    at("unused", `${unused.join(", ")} finds nothing here that the comment would accept; take it out`),
  ]
}

function criticOf(id: string): string | undefined {
  const [name = ""] = id.split("/")
  return catalogue.find((critic) => critic.id.toLowerCase() === name.toLowerCase())?.id
}
