import { definePreset } from "./definition/preset.ts"

/** A baseline for `proofloop replay meter`: a host's own guard without evidence, which the repair diagnostics replaced. */
export const futileRetryGuard = definePreset({
  name: "futile_retry_guard",
  description:
    "Baseline to compare with: beside the core patterns of Harn V1, stops at the third failing check in a row, whatever it says.",
  options: {
    stall_diagnostics: {
      enabled: true,
      repair_aware: true,
      fold: "same_turn",
      undeclared_role: "infer",
      failed_edit: "edit_rejected",
      inject_feedback: false,
      post_edit_reverify: false,
      stuck_same_diagnostic_after: 1_000_000,
      no_net_progress_extend_guard: true,
      no_net_progress_hard_cap_after: 3,
    },
  },
  repair_diagnostics: {
    repair_aware: true,
    stuck_same_diagnostic_after: 1_000_000,
    post_edit_reverify: false,
  },
})
