import type { Feedback } from "../feedback/feedback.ts"
import { code, paragraph, quoted } from "./pull_request_body_text.ts"

export interface RevertBodyOptions {
  readonly feedback: Pick<Feedback, "id" | "body" | "fix_pr_url">
  readonly merged_commit: string
  readonly test_path: string
  /** Why it is to be taken back, such as the reason of the alarm. */
  readonly reason: string
}

export function revertBody({ feedback, merged_commit, test_path, reason }: RevertBodyOptions): string {
  const about = feedback.fix_pr_url === null ? "" : ` of ${code(feedback.fix_pr_url, 500)}`
  return [
    `# Take the fix for feedback ${code(feedback.id)} back`,
    `Reverts ${code(merged_commit)}${about}. The feedback was:`,
    quoted(feedback.body),
    `## Why\n\n${paragraph(reason)}`,
    "---",
    `Feedback-Id: ${feedback.id}\nRegression-Test: ${test_path}`,
    "This is a draft. Nothing merges it by itself: a person decides.",
  ].join("\n\n")
}
