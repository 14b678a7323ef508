import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering } from "../parts/define.ts"
import { results } from "../parts/define_readings.ts"
import { inState } from "../parts/state_change.ts"

export const gates: readonly BrokenImplementation[] = [
  results(
    "A failure that feeds no gate counts as any other.",
    [
      "repair.gates.status",
      "repair.gates.edit",
      "repair.gates.core",
      "evidence.delta.cleared",
      "progress.guard",
    ],
    (result) => ({ ...result, feeds_gates: true }),
  ),
  results(
    "Only the status says whether a failure feeds gates.",
    ["repair.gates.status"],
    ({ feeds_gates: _said, ...result }) => result,
  ),
  results(
    "A failure with any status feeds no gate.",
    ["repair.gates.unsettled", "repair.gates.status"],
    (result) =>
      result.status !== undefined && result.feeds_gates === undefined && result.ok === false
        ? { ...result, feeds_gates: false }
        : result,
  ),
  answering(
    "A failure that feeds no gate is an error of the action patterns.",
    ["repair.gates.core"],
    (step, request) => {
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
  results(
    "Results still running, skipped, deferred, interrupted or refused judge the work.",
    ["repair.gates.unsettled"],
    (result) => ({
      ...result,
      status: /^(?:running|skipped|deferred|interrupted|refused)$/.test(result.status ?? "")
        ? undefined
        : result.status,
    }),
  ),
]
