import type { JobNote } from "@proofloop/jobs/internal"
import type { CheckRun, RunWork } from "@proofloop/jobs/internal/pipeline"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import type { Comparison, Evidence, Proof, Side, Verdict } from "../../cockpit/sources/row_view.ts"
import type { Tone } from "../../kit/tone.ts"

/** What a run rests on, and what nobody checked. `head`: its newest note. */
export function runEvidence({ work }: PipelineRun, head: JobNote | undefined): Evidence {
  return {
    comparisons: comparisonsOf(work),
    verdicts: verdictsOf(work),
    proofs: proofsOf(work),
    not_covered: notCovered(work),
    heads: head === undefined ? [] : [{ what: "history of the run", length: head.seq, sha256: head.sha256 }],
  }
}

function comparisonsOf({ base_check, head_check, verification }: RunWork): readonly Comparison[] {
  const [before, after] = [sideOf("base", base_check), sideOf("with the work", head_check)]
  return [
    ...(before === null && after === null
      ? []
      : [
          {
            title: `The repository's check${base_check === undefined ? "" : `: ${base_check.command}`}`,
            ...compared(base_check, head_check),
            before,
            after,
          },
        ]),
    ...(verification === undefined
      ? []
      : [
          {
            title: "The same check after the merge",
            ...compared(head_check, verification),
            before: after,
            after: sideOf("merged", verification),
          },
        ]),
  ]
}

function compared(
  before: CheckRun | undefined,
  after: CheckRun | undefined,
): { readonly verdict: string; readonly tone: Tone } {
  if (after === undefined) return { verdict: "not run on the other side yet", tone: "" }
  if (after.outcome === "unable") return { verdict: "it says nothing here", tone: "warn" }
  const known = new Set(before?.failing)
  const fresh = after.failing.filter((name) => !known.has(name))
  if (fresh.length > 0)
    return { verdict: `${plural(fresh.length, "test fails", "tests fail")} that did not`, tone: "bad" }
  const mended = (before?.failing ?? []).filter((name) => !after.failing.includes(name))
  if (mended.length > 0)
    return { verdict: `${plural(mended.length, "test passes", "tests pass")} that failed`, tone: "good" }
  return { verdict: after.outcome === "green" ? "green on both sides" : "no worse", tone: "" }
}

function plural(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`
}

function sideOf(title: string, check: CheckRun | undefined): Side | null {
  if (check === undefined) return null
  const { outcome, exit_code, tests_run, failing, reason, output } = check
  const facts = [
    ...(exit_code === null ? [] : [`exit ${exit_code}`]),
    ...(tests_run === null ? [] : [`${tests_run} tests`]),
    ...(failing.length === 0 ? [] : [`${failing.length} failing`]),
    ...(reason === "" ? [] : [reason]),
  ]
  const tone = ({ green: "good", red: "bad", unable: "warn" } as const)[outcome]
  return { title, outcome: [outcome, ...facts].join(", "), tone, output }
}

function verdictsOf({ self_review, ci, ci_fixes = [] }: RunWork): readonly Verdict[] {
  const read = self_review?.findings.map(({ severity, summary, path, line, readers }): Verdict => ({
    by: "self-review",
    verdict: severity,
    tone: severity === "blocker" || severity === "major" ? "bad" : "warn",
    text: `${summary}${path === null ? "" : ` (${path}${line === null ? "" : `:${line}`})`}`,
    caveats: readers > 1 ? [] : ["one reader alone found it"],
  }))
  return [
    ...(read ?? []),
    ...(self_review === undefined || self_review.findings.length > 0
      ? []
      : [
          {
            by: "self-review",
            verdict: self_review.error === null ? "no finding" : "incomplete",
            tone: self_review.error === null ? ("good" as const) : ("warn" as const),
            text: "",
            caveats: [self_review.error ?? "a model of the same maker may share the worker's blind spots"],
          },
        ]),
    ...(ci === undefined
      ? []
      : [
          {
            by: "CI",
            verdict: ci.state.replaceAll("_", " "),
            tone: CI_TONES[ci.state],
            text: ci.why,
            caveats: ci.state === "no_runs" ? ["nothing ran: it proves nothing"] : [],
          },
        ]),
    ...ci_fixes.map(({ status, why, tries, commit }): Verdict => ({
      by: "repair of CI",
      verdict: status.replaceAll("_", " "),
      tone: commit === null ? "bad" : "good",
      text: why,
      caveats: [plural(tries, "try", "tries")],
    })),
  ]
}

const CI_TONES = {
  green: "good",
  red: "bad",
  pending: "",
  no_runs: "warn",
  timeout: "warn",
  needs_person: "warn",
} as const satisfies Record<NonNullable<RunWork["ci"]>["state"], Tone>

function proofsOf({ outcomes = [], plan }: RunWork): readonly Proof[] {
  const titles = new Map(
    plan?.tasks.flatMap(({ subtasks }) => subtasks.map(({ id, title }) => [id, title] as const)),
  )
  return outcomes.map(({ id, status, error, proof, rejections, commit }) => {
    const sent_back =
      rejections.length === 0 ? "" : `, sent back ${plural(rejections.length, "time", "times")}`
    const ran =
      proof === null
        ? (error ?? "no proof")
        : `exit ${proof.exit_code ?? "unknown"}${proof.tests_run === null ? "" : `, ${proof.tests_run} tests`}`
    return {
      title: `${id} ${titles.get(id) ?? ""}`.trim(),
      check: proof?.check ?? "",
      outcome: `${status}${commit === null ? "" : ` ${commit.slice(0, 12)}`}: ${ran}${sent_back}`,
      tone: status === "failed" ? "bad" : status === "completed" && hasRun(proof) ? "good" : "warn",
      caveat: proof?.caveat ?? "",
    }
  })
}

/** A proof without a check is a word of the critics alone. */
function hasRun(proof: { readonly exit_code: number | null } | null): boolean {
  return proof !== null && proof.exit_code === 0
}

function notCovered({
  report,
  head_check,
  outcomes = [],
  base_commit,
  base_head,
  plan,
}: RunWork): readonly string[] {
  const unable = report?.metrics.filter(({ status }) => status === "unable").map(({ title }) => title) ?? []
  const without = outcomes.filter(({ commit, proof }) => commit !== null && proof === null)
  return [
    ...(plan !== undefined && head_check === undefined
      ? ["No check of the repository's own has judged the work: critics alone did, or nobody yet."]
      : []),
    ...(head_check?.sandbox === "none"
      ? ["The check ran in no sandbox, with the rights of whoever runs proofloop."]
      : []),
    ...(head_check?.setup_problem == null
      ? []
      : [`Something may not have been installed for the check: ${head_check.setup_problem}`]),
    ...(head_check?.outcome === "unable" ? [`The check says nothing here: ${head_check.reason}`] : []),
    ...(base_head !== undefined && base_commit !== undefined && base_head !== base_commit
      ? ["The base branch moved on meanwhile; its newest commit was merged in."]
      : []),
    ...(without.length === 0 ? [] : [`No check ran for ${without.map(({ id }) => id).join(", ")}.`]),
    ...(unable.length === 0 ? [] : [`Could not be measured: ${unable.slice(0, 10).join(", ")}.`]),
  ]
}
