import { reporters, type SuiteResult } from "@proofloop/conformance"
import { workflowCommand } from "../terminal/workflow_command.ts"

const MOST_ANNOTATIONS = 10

export function formatGithub(result: SuiteResult): string {
  const annotations = result.cases
    .filter(({ status }) => status === "failed")
    .slice(0, MOST_ANNOTATIONS)
    .map(({ id, requirement, message = "" }) =>
      workflowCommand("error", { title: `${id} (${requirement})` }, message),
    )
  return [reporters.text(result), ...annotations].join("")
}
