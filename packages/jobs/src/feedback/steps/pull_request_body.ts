import { plural } from "@proofloop/foundation/text"
import { cell, code, list, paragraph, quoted } from "../../forge/page_text.ts"
import type { Differential, Feedback, FixPlan, FixReview, RegressionTest } from "../feedback.ts"
import type { BaseMoved } from "./rebase.ts"

export interface PullRequestBodyOptions {
  readonly feedback: Pick<Feedback, "id" | "body" | "from_handle" | "severity" | "context_url">
  readonly plan: FixPlan
  readonly files_edited: readonly string[]
  /** By the fix without its test. */
  readonly lines_changed?: number | undefined
  readonly test: RegressionTest
  readonly differential: Differential
  /** How the base branch changed since the test ran on it. */
  readonly base_moved?: BaseMoved | null
  /** The files in which it conflicts with its base, in words. Default "": none. */
  readonly conflicts?: string
  /** null: it was not reviewed. */
  readonly review: FixReview | null
}

/**
 * The text a person reads before deciding about a fix, with the files that were really edited. Two lines are for
 * programs: `Feedback-Id: <id>` and `Regression-Test: <path>`. At most 65 536 characters.
 * @requirement self-correction.publish
 */
export function pullRequestBody(options: PullRequestBodyOptions): string {
  const { feedback, plan, test } = options
  return [
    `# Fix for feedback ${code(feedback.id)}`,
    originOf(feedback),
    quoted(feedback.body),
    section(`Root cause (${plan.fix_class})`, paragraph(plan.root_cause)),
    section("Proposed change", paragraph(plan.proposed_change)),
    section("Files", filesOf(options)),
    section("Regression test", testOf(options)),
    section("Alternatives considered", notesOf(plan.alternatives_considered)),
    section("Risks", notesOf(plan.risks)),
    section("Review", reviewOf(options)),
    section("Cost", costOf(plan)),
    "---",
    `Feedback-Id: ${feedback.id}\nRegression-Test: ${test.path}`,
    "Nothing merges this by itself: a person decides. Its feedback is closed once the regression test has passed on the merged commit.",
  ].join("\n\n")
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`
}

function originOf({ from_handle, severity, context_url }: PullRequestBodyOptions["feedback"]): string {
  const about = context_url === null ? "" : `, about ${address(context_url)}`
  return `From ${code(from_handle, 100)}, severity ${severity}${about}:`
}

/** A link when it is an address of the web; anything else could be a script. */
function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const is_web = url !== null && (url.protocol === "https:" || url.protocol === "http:")
  return is_web && url.href.length <= 500 && !/[<>\s]/.test(url.href) ? `<${url.href}>` : code(text)
}

function filesOf({ files_edited, lines_changed, plan, test }: PullRequestBodyOptions): string {
  const listed = list(files_edited, (path) => code(path, 150), { none: "None.", most: 60 })
  const size = `Lines changed without the test: ${lines_changed}; planned: ${plan.total_loc_estimate}.`
  const edited = lines_changed === undefined ? listed : `${listed}\n\n${size}`
  const left = plan.files.map(({ path }) => path).filter((path) => !files_edited.includes(path))
  const planned = left.filter((path) => path !== test.path).slice(0, 10)
  if (planned.length === 0) return edited
  return `${edited}\n\nPlanned, and not touched: ${planned.map((path) => code(path, 150)).join(", ")}.`
}

function testOf({ test, differential, ...now }: PullRequestBodyOptions): string {
  const { base, fix, base_commit, fix_commit } = differential
  const on = (commit: string, { outcome, exit_code }: Differential["base"]) =>
    `${outcome} on ${code(commit.slice(0, 12))} (exit code ${exit_code ?? "none"})`
  const held = differential.verified ? "It fails without the fix and passes with it" : "It does not hold"
  const ran = `${code(test.path)}, run by ${code(test.command, 300)}. ${held}: ${on(base_commit, base)}, ${on(fix_commit, fix)}.`
  const open = "It ran in no sandbox, with the rights of whoever runs proofloop (`--unsafe-host-runner`)."
  const without = differential.sandbox === "none" ? [open] : []
  return [ran, ...without, ...setupOf(differential), ...baseNow(now)].join("\n\n")
}

function setupOf({ setup_problem }: Differential): readonly string[] {
  if (setup_problem == null) return []
  return [`Its tree could not be set up, and it ran with what was there: ${code(setup_problem, 300)}`]
}

function baseNow({
  base_moved,
  conflicts = "",
}: Pick<PullRequestBodyOptions, "base_moved" | "conflicts">): readonly string[] {
  const conflict =
    conflicts === ""
      ? []
      : [`**It conflicts with its base** in ${code(conflicts, 500)}: a person has to bring the two together.`]
  if (base_moved == null) return conflict
  const { branch, to, commits, is_rewritten } = base_moved
  const how = is_rewritten ? "was written anew" : `went on by ${plural(commits, "commit")}`
  const moved = `Since then ${code(branch)} ${how}, to ${code(to.slice(0, 12))}: the test has not run on that.`
  return [moved, ...conflict]
}

function notesOf(notes: readonly string[]): string {
  return list(notes, (note) => paragraph(note, 300), { none: "None was written down." })
}

function reviewOf({ review }: PullRequestBodyOptions): string {
  if (review === null || (review.passes.length === 0 && review.overall === "pass")) {
    return "No review ran."
  }
  const rows = review.passes
    .slice(0, 20)
    .map(
      ({ name, status, note }) =>
        `| ${cell(paragraph(name, 60))} | ${status} | ${cell(paragraph(note, 200))} |`,
    )
  const table = ["| Pass | Status | Note |", "| --- | --- | --- |", ...rows].join("\n")
  const confidence = review.confidence === null ? "" : `, confidence ${review.confidence} of 100`
  const caveats = (review.caveats ?? []).slice(0, 10).map((caveat) => `- ${paragraph(caveat, 300)}`)
  const weakened = caveats.length === 0 ? "" : `\n\nWhat weakens it:\n\n${caveats.join("\n")}`
  return `${table}\n\nOverall: ${review.overall}${confidence}.${weakened}`
}

function costOf({ cost_estimate: { tokens, usd, wall_clock_minutes } }: FixPlan): string {
  const money = usd === null ? "" : `, ${usd.toFixed(2)} USD`
  return `As planned: ${tokens} tokens${money}, ${wall_clock_minutes} minutes.`
}

interface FeedbackBindingOptions {
  readonly feedback: Pick<Feedback, "id" | "body">
  readonly test_path: string
  readonly files_edited: readonly string[]
  readonly candidate_files: readonly string[]
}

/**
 * Whether a pull request's text and change belong to a feedback. It must name the id and the test for programs, quote
 * the feedback, explain the cause in its own words, and touch a candidate file.
 * @requirement self-correction.review
 */
export function feedbackBinding(text: string, options: FeedbackBindingOptions): FixReview["passes"][number] {
  const body = text.replaceAll("\r\n", "\n")
  const { feedback, test_path, files_edited, candidate_files } = options
  const problems = [
    saysOnce(body, "Feedback-Id", feedback.id),
    saysOnce(body, "Regression-Test", test_path),
    body.includes(`\n${quoted(feedback.body)}\n`) ? null : "it does not quote the feedback",
    explains(body, feedback.body) ? null : "it does not explain the cause in words of its own",
    files_edited.some((path) => candidate_files.includes(path)) ? null : "no candidate file is touched",
  ].filter((problem) => problem !== null)
  const note = problems.join("; ") || "id, quote, cause, test and a candidate file"
  return { name: "text-binding", status: problems.length === 0 ? "pass" : "fail", note }
}

/** The value of a machine-readable line in a pull request's text; null unless there is exactly one. */
export function readLine(body: string, name: "Feedback-Id" | "Regression-Test"): string | null {
  const lines = body.split(/\r?\n/).filter((line) => line.startsWith(`${name}: `))
  return lines.length === 1 ? (lines[0]?.slice(name.length + 2).trim() ?? null) : null
}

function saysOnce(body: string, name: "Feedback-Id" | "Regression-Test", value: string): string | null {
  return readLine(body, name) === value ? null : `it has no line "${name}: ${value.slice(0, 200)}"`
}

function explains(body: string, feedback: string): boolean {
  const [, after = ""] = body.split("\n## Root cause", 2)
  const cause = plain(after.slice(after.indexOf("\n")).split("\n## ", 1)[0] ?? "")
  return cause.length >= 12 && !plain(feedback).includes(cause)
}

function plain(text: string): string {
  return text.replaceAll("\u200B", "").replaceAll(/\s+/g, " ").trim().toLowerCase()
}
