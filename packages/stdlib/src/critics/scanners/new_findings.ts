import type { ChangeSet } from "@proofloop/foundation/git"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type CriticVerdict, unable, type Violation, verdictOf } from "../verdict.ts"
import { type ScannerFinding, findingKey } from "./finding.ts"
import { scan } from "./scan.ts"
import type { ScannerName, ScanOptions } from "./scanner.ts"

const MAX_CONFLICTS = 200

/** Fails for findings that the baseline lacks, in touched paths alone or anywhere. */
export async function judgeByScan(
  tool: ScannerName,
  change: ChangeSet,
  facts: RepositoryFacts,
  options: ScanOptions & { readonly touched_only: boolean },
): Promise<CriticVerdict> {
  const baseline = facts.baselines[tool]
  if (facts.root === null) return unable("a scan needs a work tree")
  if (baseline === undefined) return unable(`no baseline: ${tool} did not run before the change`)
  if (baseline === null) return unable(`no baseline: ${tool} could not run before the change`)
  if (change.files.length === 0) return { status: "pass" }
  const scanned = await scan(facts.root, tool, options, facts.signal)
  if ("reason" in scanned) return unable(scanned.reason)
  facts.on_measured?.({ [tool]: new Set(scanned.findings.map(findingKey)) })
  const isNew = newnessIn(baseline, change)
  const place = new Map(change.files.map(({ path }, index) => [path, index]))
  const found = scanned.findings
    .filter((finding) => isNew(finding) && (!options.touched_only || place.has(finding.path)))
    .toSorted((one, other) => (place.get(one.path) ?? place.size) - (place.get(other.path) ?? place.size))
  return verdictOf(found.slice(0, MAX_CONFLICTS).map(violationOf))
}

/** A moved file's finding is known under the old path. */
function newnessIn(
  baseline: ReadonlySet<string>,
  { files }: ChangeSet,
): (finding: ScannerFinding) => boolean {
  const gone = files.filter(({ after }) => after === null).map(({ path }) => path)
  const created = new Set(files.filter(({ before }) => before === null).map(({ path }) => path))
  return ({ rule, path }) =>
    !baseline.has(findingKey({ rule, path })) &&
    !(created.has(path) && gone.some((old_path) => baseline.has(findingKey({ rule, path: old_path }))))
}

function violationOf(finding: ScannerFinding): Violation {
  const { rule, path, line, severity, kind, message, cwe, fixed_version } = finding
  const head = [severity.toUpperCase(), rule, ...(cwe === undefined ? [] : [cwe])].join(" ")
  const fix = fixed_version === undefined ? "no fixed version" : `fixed in ${fixed_version}`
  const where = finding.package === undefined ? "" : ` (${finding.package}, ${fix})`
  const words = redactSecrets(message)
    .replaceAll(/\s{1,64}/g, " ")
    .trim()
  return {
    path,
    ...(line === undefined ? {} : { line }),
    rule: kind,
    message: `${cutCodePoints(head, 160)}${where}: ${cutCodePoints(words, 160)}`,
    evidence: rule,
  }
}

/** The rules of the violations, each once, sorted. */
export function rulesOf(violations: readonly Violation[]): string[] {
  return [...new Set(violations.map(({ evidence }) => evidence))].sort()
}
