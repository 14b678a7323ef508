import { workflowCommand } from "../terminal/workflow_command.ts"
import type { CheckReport } from "./report.ts"

/** Workflow commands, which GitHub shows beside the lines of a pull request. */
export function githubText({ findings, unable }: CheckReport): string {
  const errors = findings.map(({ critic, path, line, column, rule, message }) =>
    workflowCommand("error", { file: path, line, col: column, title: `${critic} ${rule}` }, message),
  )
  const warnings = unable.map(({ critic, reason }) =>
    workflowCommand("warning", { title: `${critic} could not look` }, reason),
  )
  return [...errors, ...warnings].join("")
}
