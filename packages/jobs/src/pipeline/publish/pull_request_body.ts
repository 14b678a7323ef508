import type { PlanTask } from "@proofloop/stdlib"
import { workOf } from "../../drive/step.ts"
import { cell, code, list, paragraph } from "../../forge/page_text.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import type { MetricReport } from "../analyse/metric.ts"
import type { CheckRun } from "../check/run_check.ts"
import type { PipelineRun, RunWork, SubtaskOutcome } from "../run.ts"
import { personalList } from "./plan_text.ts"

export function runLine(id: string): string {
  return `Proofloop-Run: ${id}`
}

/** How a head stands to its base branch. */
export interface BesideBase {
  readonly mergeable: PullRequest["mergeable"]
  /** Why the head lacks the base branch's newest commit; null when it has it. */
  readonly behind: string | null
  /** The merges that brought the base branch in, oldest first. */
  readonly merges: readonly { readonly commit: string; readonly base_commit: string }[]
}

/**
 * The text a person reads before deciding: measures before and after, the plan with each subtask's outcome, the
 * commits with their evidence, and what nobody checked. At most 65 000 characters.
 */
export function pullRequestBody(row: PipelineRun, published: BesideBase): string {
  const { plan, outcomes, report } = workOf(row, "plan", "outcomes", "report")
  const { for_person = [] } = row.work
  const parts = [
    ...uncheckedLine(row),
    `## Measures\n\n${measures(report, row.work.report_after)}`,
    `## Plan\n\n${plan.tasks.map((task) => taskText(task, outcomes)).join("\n\n")}`,
    ...(for_person.length === 0 ? [] : [`## For a person\n\n${personalList(for_person)}`]),
    `## Commits\n\n${commits(row.work, published.merges)}`,
    `## Check\n\n${checks(row.work.base_check, row.work.head_check)}`,
    `## Not checked\n\n${list(notChecked(row, published), (one) => one, { none: "Nothing that is known of.", most: 20 })}`,
    "---",
    `${runLine(row.id)}\nProofloop-Plan: ${row.work.plan_sha256 ?? ""}`,
    "Nothing merges this by itself: a person decides. The check runs once more on what is merged.",
  ]
  return parts.join("\n\n").slice(0, 65_000)
}

/** What a reader has to know before all else. */
function uncheckedLine({ work: { head_check } }: PipelineRun): readonly string[] {
  if (head_check !== undefined && head_check.outcome !== "unable") return []
  const why = head_check === undefined ? "" : `: ${paragraph(head_check.reason, 300)}`
  return [`**No check ran on this: critics alone judged it${why}.**`]
}

function measures(before: MetricReport, after: MetricReport | undefined): string {
  const score = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : value.toFixed(2)
  const later = new Map(after?.metrics.map((metric) => [metric.name, metric]))
  const rows = before.metrics.map(({ name, title, score: was, status }) => {
    const now = later.get(name)
    return `| ${cell(title)} | ${score(was)} ${status} | ${now === undefined ? "–" : `${score(now.score)} ${now.status}`} |`
  })
  const at = after?.commit == null ? "" : `, at ${after.commit.slice(0, 12)}`
  const whole = `| **Whole** | ${score(before.score)} | ${score(after?.score)} |`
  return [`| Measure | Before | After${at} |`, "| --- | --- | --- |", ...rows, whole].join("\n")
}

const MARKS = { completed: "[x]", failed: "[ ]", skipped: "[ ]" } as const

function taskText({ id, title, metric, subtasks }: PlanTask, outcomes: readonly SubtaskOutcome[]): string {
  const by_id = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const lines = subtasks.map(({ id: own, title: name }) => {
    const outcome = by_id.get(own)
    if (outcome === undefined) return `- [ ] ${code(own)} ${paragraph(name, 200)}: not begun`
    const { status, error, rejections, commit } = outcome
    const sent_back =
      rejections.length === 0 ? "" : `, sent back ${timesText(rejections.length)} (${backBy(rejections)})`
    const how =
      status === "completed"
        ? `${(commit ?? "").slice(0, 12)}${sent_back}`
        : status === "skipped"
          ? `nothing was changed. The worker says: ${paragraph(error ?? "nothing", 300)}`
          : `failed: ${paragraph(error ?? "", 300)}${sent_back}`
    return `- ${MARKS[status]} ${code(own)} ${paragraph(name, 200)}: ${how}`
  })
  return `**${code(id)} ${paragraph(title, 200)}** (${paragraph(metric, 60)})\n\n${lines.join("\n")}`
}

function timesText(count: number): string {
  return count === 1 ? "once" : `${count} times`
}

function backBy(rejections: SubtaskOutcome["rejections"]): string {
  return [...new Set(rejections.map(({ by }) => by))].slice(0, 5).join(", ")
}

function commits(
  { outcomes = [], ci_fixes = [], answered = [], head_check }: RunWork,
  merges: BesideBase["merges"],
): string {
  const rows = outcomes.flatMap(({ id, commit, proof, files }) => {
    if (commit === null || proof === null) return []
    const ran = proof.exit_code === null ? "" : `, exit ${proof.exit_code}`
    const tests = proof.tests_run === null ? "" : `, ${proof.tests_run} tests`
    const shown = files
      .slice(0, 3)
      .map((path) => code(path, 100))
      .join(", ")
    const more = files.length > 3 ? ` and ${files.length - 3} more` : ""
    return [
      `| ${commit.slice(0, 12)} | ${code(id)} | ${shown}${more} | ${cell(code(proof.check, 200))}${ran}${tests} |`,
    ]
  })
  const checked = head_check === undefined ? "no check" : "the check"
  const later = [
    ...merges.map(({ commit, base_commit }) => ({
      commit,
      what: `the base branch at ${base_commit.slice(0, 12)}, merged in`,
      rests_on: checked,
    })),
    ...ci_fixes.map(({ commit, why }) => ({ commit, what: "repair of CI", rests_on: why })),
    ...answered.map(({ id, commit }) => ({ commit, what: `answer to ${code(id)}`, rests_on: checked })),
  ].flatMap(({ commit, what, rests_on }) =>
    commit === null ? [] : [`| ${commit.slice(0, 12)} | ${what} | – | ${cell(paragraph(rests_on, 200))} |`],
  )
  return ["| Commit | Subtask | Files | Proof |", "| --- | --- | --- | --- |", ...rows, ...later].join("\n")
}

function checks(before: CheckRun | undefined, after: CheckRun | undefined): string {
  if (after === undefined) return "The repository has no check of its own."
  const told = ({ outcome, failing, tests_run, reason }: CheckRun) =>
    [
      outcome,
      ...(tests_run === null ? [] : [`${tests_run} tests`]),
      ...(failing.length === 0 ? [] : [`${failing.length} failing`]),
      ...(reason === "" ? [] : [paragraph(reason, 200)]),
    ].join(", ")
  const was = before === undefined ? "not run" : told(before)
  return `${code(after.command, 300)}: ${was} before, ${told(after)} with these commits.`
}

function notChecked({ work }: PipelineRun, { mergeable, behind }: BesideBase): readonly string[] {
  const { head_check, outcomes = [], report, base_head, base_commit } = work
  const caveats = outcomes.flatMap(({ id, proof }) =>
    proof === null || proof.caveat === "" ? [] : [`${code(id)}: ${paragraph(proof.caveat, 300)}`],
  )
  const unable = report?.metrics.filter(({ status }) => status === "unable").map(({ title }) => title) ?? []
  return [
    ...(mergeable === "conflict"
      ? ["**It conflicts with its base**: a person has to bring the two together."]
      : []),
    ...(head_check?.sandbox === "none"
      ? ["The check ran in no sandbox, with the rights of whoever runs proofloop."]
      : []),
    ...(head_check?.setup_problem == null
      ? []
      : [`Something may not have been installed for the check: ${paragraph(head_check.setup_problem, 300)}`]),
    ...(behind === null
      ? []
      : [`The newest commit of the base branch is not in it: ${paragraph(behind, 300)}`]),
    ...(behind === null && base_head !== undefined && base_head !== base_commit
      ? ["The base branch moved on meanwhile; its newest commit was merged in."]
      : []),
    ...caveats,
    ...(unable.length === 0 ? [] : [`Could not be measured: ${unable.slice(0, 10).join(", ")}.`]),
  ]
}
