import { knobs } from "@proofloop/runtime/detector"
import { definePreset } from "./definition/preset.ts"

const recommended = Object.fromEntries(
  knobs.filter(({ value }) => value.type !== "host").map((knob) => [knob.name, knob.recommended]),
)

export const evidence = definePreset({
  name: "evidence",
  description: "Recommended: repair with every knob as the knob table recommends; done only with proof.",
  extends: "repair",
  options: {
    stall_diagnostics: recommended,
    // A sentinel that the model was never told cannot end a run, even without tools.
    done_sentinel: null,
    // Real test suites outlast the original's three minutes; turns and cost still bound the run.
    wall_clock_ms: null,
  },
  repair_diagnostics: {
    repair_aware: recommended["repair_aware"],
    stuck_same_diagnostic_after: recommended["stuck_same_diagnostic_after"],
    post_edit_reverify: recommended["post_edit_reverify"],
  },
})
