import type { ToolResult } from "@proofloop/runtime"
import { feedbackText } from "../critics/feedback.ts"
import type { FailedResult } from "../critics/run_critics.ts"
import type { Violation } from "../critics/verdict.ts"
import type { PatchError } from "../workspace/patch/patch_error.ts"

/** The model's message about an edit that a critic failed. `left`: paths that were changed again and stay as they are. */
export function rejectedEdit({ critic, verdict }: FailedResult, left: readonly string[]): ToolResult {
  const outcome =
    left.length === 0
      ? "the file is as it was before"
      : `${left.join(", ")} changed meanwhile and stays as it is now; whatever else it wrote is as it was before`
  return {
    ...rejected(outcome, feedbackText(critic, verdict), (rule) => `${critic.id}/${rule}`, verdict.violations),
    mutation_status: left.length === 0 ? "not_applied" : "applied",
  }
}

/** The model's message about an edit that was refused for its path. */
export function refusedEdit({ path, kind, message }: PatchError): ToolResult {
  return rejected("the file is as it was before", message, (rule) => rule, [{ path, rule: kind, message }])
}

function rejected(
  outcome: string,
  text: string,
  code: (rule: string) => string,
  violations: ReadonlyArray<Pick<Violation, "path" | "line" | "rule" | "message">>,
): ToolResult {
  return {
    ok: false,
    error: `edit rejected, ${outcome}\n${text}`,
    mutation_status: "not_applied",
    diagnostics: violations.slice(0, 20).map(({ path, line, rule, message }) => ({
      kind: "edit_rejected",
      code: code(rule),
      message,
      location: { path, ...(line === undefined ? {} : { line }) },
    })),
  }
}
