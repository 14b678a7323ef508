import type { CheckVerdict } from "@proofloop/runtime"
import { feedbackText } from "../critics/feedback.ts"
import type { CriticResult } from "../critics/run_critics.ts"

/** A critic's verdict as the verdict of a separate check, `critic:G7`. */
export function checkVerdict({ critic, verdict }: CriticResult): CheckVerdict {
  const check_id = `critic:${critic.id}`
  switch (verdict.status) {
    case "pass":
      return { status: "pass", check_id }
    case "unable":
      return { status: "unable", check_id, reason: `${critic.id}: ${verdict.reason}` }
    case "fail":
      return {
        status: "fail",
        check_id,
        evidence: feedbackText(critic, verdict),
        diagnostics: verdict.violations.slice(0, 100).map(({ path, line, rule, message }) => ({
          check_id,
          kind: "lint",
          code: `${critic.id}/${rule}`,
          message,
          location: { path, ...(line === undefined ? {} : { line }) },
        })),
      }
  }
}
