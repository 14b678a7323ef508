import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { inState, withResults } from "../parts/state_change.ts"

export const gates: readonly BrokenImplementation[] = [
  stepper(
    "stale_failures_count",
    "A failure that feeds no gate counts as any other.",
    [
      "repair.gates.status",
      "repair.gates.edit",
      "repair.gates.core",
      "evidence.delta.cleared",
      "progress.guard",
    ],
    (request, play) =>
      play(
        request.kind === "settle"
          ? { ...request, input: withResults(request.input, (result) => ({ ...result, feeds_gates: true })) }
          : request,
      ),
  ),
  stepper(
    "said_to_feed_gates_is_not_read",
    "Only the status says whether a failure feeds gates.",
    ["repair.gates.status"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? { ...request, input: withResults(request.input, ({ feeds_gates: _said, ...result }) => result) }
          : request,
      ),
  ),
  stepper(
    "any_status_is_stale",
    "A failure with any status feeds no gate.",
    ["repair.gates.unsettled", "repair.gates.status"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, (result) =>
                result.status !== undefined && result.feeds_gates === undefined && result.ok === false
                  ? { ...result, feeds_gates: false }
                  : result,
              ),
            }
          : request,
      ),
  ),
  stepper(
    "stale_failures_are_errors_to_the_core",
    "A failure that feeds no gate is an error of the action patterns.",
    ["repair.gates.core"],
    (request, play) => {
      const step = play(request)
      if (request.kind !== "settle" || step.state.dispatched === null) return step
      const observations = step.state.dispatched.observations.map((entry) =>
        entry.kind === "advisory" ? { ...entry, kind: "error" as const } : entry,
      )
      return inState(step, (state) => ({
        ...state,
        dispatched: { made_edit: state.dispatched?.made_edit ?? false, observations },
      }))
    },
  ),
  stepper(
    "unsettled_results_are_evidence",
    "Results still running, skipped, deferred, interrupted or refused judge the work.",
    ["repair.gates.unsettled"],
    (request, play) =>
      play(
        request.kind === "settle"
          ? {
              ...request,
              input: withResults(request.input, (result) => ({
                ...result,
                status: /^(?:running|skipped|deferred|interrupted|refused)$/.test(result.status ?? "")
                  ? undefined
                  : result.status,
              })),
            }
          : request,
      ),
  ),
]
