import type { Feedback, FixReview } from "../feedback.ts"
import { quoted } from "./pull_request_body_text.ts"

export interface FeedbackBindingOptions {
  readonly feedback: Pick<Feedback, "id" | "body">
  readonly test_path: string
  /** What the commits change, as git tells it. */
  readonly files_edited: readonly string[]
  /** Where triage and plan saw the cause. */
  readonly candidate_files: readonly string[]
}

/**
 * Whether the text of a pull request, and its change, belong to a feedback: it names the id and the test for programs, quotes
 * the feedback, explains the cause in words of its own, and touches a candidate file. @requirement self-correction.review
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

/** What a machine-readable line of a pull request's text says; null when there is none, or more than one. */
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
