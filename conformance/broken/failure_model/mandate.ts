import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, detector } from "../parts/define.ts"
import { isFail, withSlots } from "../parts/failure_model.ts"
import { inState } from "../parts/state_change.ts"

export const mandate: readonly BrokenImplementation[] = [
  answering(
    "Every edit mandates a re-verify, failure or not.",
    ["repair.mandate.live", "repair.mandate.start-of-turn"],
    (step, request, real) => {
      const { repair_aware, post_edit_reverify } = real.config
      return request.kind === "settle" && repair_aware && post_edit_reverify
        ? { ...step, reverify_mandated: step.results.some(({ wrote }) => wrote) }
        : step
    },
  ),
  answering(
    "A debt mandates a re-verify in every turn, edit or not.",
    ["repair.mandate.live"],
    (step, request, real) =>
      request.kind === "settle" && real.config.repair_aware && real.config.post_edit_reverify
        ? { ...step, reverify_mandated: step.reverify_mandated || step.state.reverify_owed }
        : step,
  ),
  answering(
    "The failure model at the end of the turn decides about the mandate.",
    ["repair.mandate.start-of-turn"],
    (step, request, real) => {
      const failing =
        step.state.last_diagnostic_class === "fail" || step.state.pending?.evidence.some(isFail) === true
      return request.kind === "settle" && real.config.repair_aware && real.config.post_edit_reverify
        ? { ...step, reverify_mandated: failing && step.results.some(({ wrote }) => wrote) }
        : step
    },
  ),
  answering(
    "Only a debt that was owed before the turn mandates a re-verify.",
    ["repair.mandate.live", "repair.mandate.start-of-turn", "repair.mandate.knob"],
    (step, request) => ({
      ...step,
      reverify_mandated: step.reverify_mandated && request.state.reverify_owed,
    }),
  ),
  detector("Without post_edit_reverify edits owe nothing.", ["repair.mandate.knob"], {
    steps: (real) => (request, play) =>
      real.config.post_edit_reverify
        ? play(request)
        : inState(play(request), (state) => ({
            ...withSlots(state, (slot) => ({ ...slot, reverify_owed: false })),
            reverify_owed: false,
          })),
  }),
]
