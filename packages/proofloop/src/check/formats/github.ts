import { filesText } from "@proofloop/stdlib/internal/check"
import { workflowCommand } from "../../terminal/workflow_command.ts"
import type { CheckReport, ReportedFinding } from "../report.ts"

/** Workflow commands, which GitHub shows beside the lines of a pull request: ten of a kind, so errors come first. */
export function githubText({ findings, suppressed, unable, skipped, looked_at }: CheckReport): string {
  const errors = findings.filter(({ severity }) => severity === "error")
  const warnings = findings.filter(({ severity }) => severity === "warning")
  return [
    ...[...errors, ...warnings].map((finding) => annotation(finding.severity, finding, finding.message)),
    ...suppressed
      .filter(({ is_new }) => is_new)
      .map((finding) =>
        annotation(
          "notice",
          finding,
          `accepted by this change (${whyAccepted(finding)}): ${finding.message}`,
        ),
      ),
    ...unable.map(({ critic, reason }) =>
      workflowCommand("warning", { title: `${critic} could not look` }, reason),
    ),
    ...[
      { files: looked_at.as_text, title: "read as text alone" },
      { files: looked_at.unread, title: "read by nobody" },
    ].map(({ files, title }) =>
      files.length === 0 ? "" : workflowCommand("notice", { title }, filesText(files)),
    ),
    ...skipped.map(({ path, reason }) =>
      workflowCommand("warning", { file: path, title: "left out" }, reason.replaceAll("_", " ")),
    ),
  ].join("")
}

function annotation(
  level: "error" | "warning" | "notice",
  { critic, path, after_line, column, side, rule }: ReportedFinding,
  message: string,
): string {
  const place = { file: path, line: after_line, col: side === "before" ? undefined : column }
  return workflowCommand(level, { ...place, title: `${critic} ${rule}` }, message)
}

function whyAccepted({ by, reason }: CheckReport["suppressed"][number]): string {
  return by === "baseline" ? "in the baseline" : `"${reason ?? ""}"`
}
