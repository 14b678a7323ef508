import { deniedEntry } from "@proofloop/foundation/paths"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import type { Suggestion } from "@proofloop/stdlib/internal/planning"
import type { Evidence, Metric } from "./metric.ts"
import { MOST_READ, type Repository } from "./repository/repository.ts"

export interface Analyser {
  /** "readme", "test_results". */
  readonly name: string
  readonly title: string
  /** The weight of its score in the score of the repository. */
  readonly weight: number
  readonly checks: readonly Check[]
  /** Throws for no content of a repository; rejects once aborted. */
  analyse(repository: Repository): Promise<Metric>
}

export interface Check {
  /** In the words of the page of analysers: "a README at the root". */
  readonly looks_at: string
  /** Its weight in the analyser's score, beside that of the other checks. */
  readonly points: number
  /** Without it the metric fails, whatever else holds. */
  readonly decisive?: true
  /** It reads the texts of code, of which a large repository has more than are read. */
  readonly samples?: true
  /** null: does not apply to this repository. */
  readonly judge: (repository: Repository) => Promise<Finding | null> | Finding | null
}

export interface Finding {
  /** From 0 to 1. */
  readonly share: number
  /** The places that show it, or the missing file. */
  readonly evidence: readonly Evidence[]
  /** What would raise the share; absent when nothing is to be done. */
  readonly suggestion?: Omit<Suggestion, "needs_person">
}

const PASS_FROM = 0.8
const WARN_FROM = 0.5
/** The best score without what is decisive. */
const DECISIVE_CAP = 0.4
const MAX_EVIDENCE = 20
const MAX_WHAT = 200
const MAX_SUMMARY = 160

/**
 * An analyser made of a table of checks. Its score is the earned share of the points that apply, at most 0.4 when a
 * decisive check earns nothing. Otherwise it is at least `floor`, if given. From 0.8 it passes, from 0.5 it warns,
 * below it fails; without a check that applies it is unable.
 */
export function defineAnalyser(
  description: Omit<Analyser, "analyse"> & {
    /** The least score while nothing decisive is lost. Default 0. */
    readonly floor?: number
    /** The summary when no check applies. */
    readonly nothing: string
  },
): Analyser {
  const { name, title, weight, checks } = description
  return {
    name,
    title,
    weight,
    checks,
    async analyse(repository) {
      const found: { readonly check: Check; readonly finding: Finding }[] = []
      for (const check of checks) {
        repository.signal?.throwIfAborted()
        const finding = await check.judge(repository)
        if (finding !== null)
          found.push({ check, finding: check.samples ? inPart(finding, repository) : finding })
      }
      const possible = sumOf(found, ({ check }) => check.points)
      if (possible === 0) return metric(description, null, [], description.nothing)
      const earned = sumOf(found, ({ check, finding }) => check.points * finding.share) / possible
      const is_lost = found.some(({ check, finding }) => check.decisive && finding.share === 0)
      const score = is_lost ? Math.min(earned, DECISIVE_CAP) : Math.max(earned, description.floor ?? 0)
      const findings = found
        .toSorted((left, right) => lossOf(right) - lossOf(left))
        .map(({ finding }) => finding)
      return metric(description, Math.round(score * 100) / 100, findings)
    },
  }
}

/** What is sound in a part of the code is told of that part. */
function inPart(finding: Finding, { is_part, paths }: Repository): Finding {
  if (!is_part || finding.evidence.some(({ is_fault }) => is_fault)) return finding
  const told = `, in ${MOST_READ} files that were read of ${paths.length}`
  return { ...finding, evidence: finding.evidence.map((one) => ({ ...one, what: `${one.what}${told}` })) }
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0)
}

function lossOf({ check, finding }: { readonly check: Check; readonly finding: Finding }): number {
  return (check.decisive && finding.share === 0 ? 1000 : 0) + check.points * (1 - finding.share)
}

function metric(
  { name, title }: Pick<Analyser, "name" | "title">,
  score: number | null,
  findings: readonly Finding[],
  nothing = "",
): Metric {
  const seen = findings.flatMap(({ evidence }) => evidence).map(plain)
  const evidence = [...seen.filter(isFault), ...seen.filter((one) => !isFault(one))].slice(0, MAX_EVIDENCE)
  const told = findings.flatMap((finding) => headOf(finding))
  const summary = cutCodePoints(score === null ? nothing : told.join("; "), MAX_SUMMARY)
  return {
    name,
    title,
    score,
    status: statusOf(score),
    summary,
    evidence,
    suggestions: findings.flatMap(({ suggestion }) => (suggestion === undefined ? [] : [placed(suggestion)])),
    details: [summary, ...evidence.filter(isFault).map(line)].join("\n"),
  }

  function headOf(finding: Finding): readonly string[] {
    const has_faults = seen.some(isFault)
    const first = finding.evidence.map(plain).find((one) => isFault(one) === has_faults)
    return first === undefined ? [] : [first.what]
  }
}

function statusOf(score: number | null): Metric["status"] {
  if (score === null) return "unable"
  if (score >= PASS_FROM) return "pass"
  return score >= WARN_FROM ? "warn" : "fail"
}

function isFault({ is_fault }: Evidence): boolean {
  return is_fault
}

function line({ path, line: at, what }: Evidence): string {
  return `- ${oneLine(path)}${at === null ? "" : `:${at}`} ${what}`
}

/** Content of a repository is quoted without its secrets and without terminal controls. */
function plain(evidence: Evidence): Evidence {
  return { ...evidence, what: cutCodePoints(oneLine(redactSecrets(evidence.what)), MAX_WHAT) }
}

function placed(suggestion: Omit<Suggestion, "needs_person">): Suggestion {
  const { title, description, file_hints } = suggestion
  return {
    ...suggestion,
    title: oneLine(redactSecrets(title)),
    description: oneLine(redactSecrets(description)),
    needs_person: file_hints.some((path) => deniedEntry(path) !== null),
  }
}
