import type { DetectorState } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, detector } from "../parts/define.ts"
import { isLive } from "../parts/failure_model.ts"
import type { variant } from "../parts/variants.ts"

function stale(state: DetectorState): NonNullable<ReturnType<ReturnType<typeof variant>["currentFailure"]>> {
  return {
    class: "fail",
    signature: state.last_diagnostic_signature,
    snippet: "",
    same_diagnostic_streak: 1,
    kind: "runtime",
    check_id: "default",
    others: [],
  }
}

export const handBack: readonly BrokenImplementation[] = [
  answering(
    "The failure that was last stays the current failure after a pass.",
    ["repair.clear.current-failure", "repair.fold.pass"],
    (step, request, real) => {
      const { current_failure } = step
      const before = real.currentFailure(request.state)
      return current_failure === undefined && (before ?? step.state.last_diagnostic_class === "pass")
        ? { ...step, current_failure: before ?? stale(step.state) }
        : step
    },
  ),
  detector(
    "The current failure is handed back although the run ended in success.",
    ["repair.clear.success", "repair.slots.clear"],
    {
      clear: (state, real) => ({
        ...real.clear(state),
        last_diagnostic_class: state.last_diagnostic_class,
        slots: state.slots,
      }),
    },
  ),
  detector("A successful ending also forgets signature and edits.", ["repair.clear.success"], {
    clear: (state, real) => ({
      ...real.clear(state),
      last_diagnostic_signature: "",
      edit_since_failure: false,
      slots: [],
    }),
  }),
  detector("A successful ending clears the slot that is shown and no other.", ["repair.slots.clear"], {
    clear: (state, real) => {
      const shown = state.slots.findLast(isLive)
      return {
        ...real.clear(state),
        slots: state.slots.map((slot) => (slot === shown ? { ...slot, class: "pass", streak: 0 } : slot)),
      }
    },
  }),
  answering(
    "Steps carry no current_failure.",
    ["repair.clear.current-failure", "repair.trip.episode-stop", "evidence.kind"],
    ({ current_failure: _failure, ...step }) => step,
  ),
  answering(
    "The current failure is told only in the turn it is seen.",
    ["repair.clear.current-failure"],
    ({ current_failure, ...step }) => {
      const seen = step.results.some(({ evidence }) => evidence?.class === "fail")
      return seen && current_failure ? { ...step, current_failure } : step
    },
  ),
]
