import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { calls, recalling, results, silent } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { inState, mapTexts } from "../parts/state_change.ts"

export const patterns: readonly BrokenImplementation[] = [
  silent("near_duplicate_monologue", ["patterns.near_duplicate_monologue"]),
  silent("repeated_success", ["patterns.repeated_success"]),
  silent("environment_failure", ["patterns.environment_failure"]),
  results("All libraries that lack are one cause.", ["patterns.environment_failure"], (result) =>
    mapTexts(result, (text) => text.replace(/(?<=shared libraries: )\S+/, "lib:")),
  ),
  calls(
    "A retry after a wait is one like any other.",
    ["patterns.environment_failure", "patterns.repeated_tool_error"],
    (call) => mapTexts(call, (text) => text.replace(/^sleep \d+ && /, "")),
  ),
  silent("timeout_failure", ["patterns.timeout_failure"]),
  silent("alternating_failures", ["patterns.alternating_failures"]),
  silent("repeated_action", ["patterns.repeated_action", "patterns.repeated_edit"]),
  silent("repeated_tool_error", ["patterns.repeated_tool_error"]),
  silent("unchanged_wait", ["patterns.unchanged_wait"]),
  silent("unchanged_success", ["patterns.unchanged_success"]),
  calls("Each step of a sweep is a variant.", ["patterns.unchanged_success"], (call) =>
    mapTexts(call, (text) =>
      text.replace(/^train --rate 0\.(\d).*/, (_all, at) => `train --rate-${"x".repeat(Number(at))}`),
    ),
  ),
  silent("nothing_started", ["patterns.nothing_started"]),
  stepper("Words between refused calls are no turns.", ["patterns.nothing_started"], (request, play) => {
    const { idle_turns } = request.state.memory
    const step = play(request)
    return isReply(request) && request.input.tool_calls.length === 0 && idle_turns !== undefined
      ? inState(step, (state) => ({ ...state, memory: { ...state.memory, idle_turns } }))
      : step
  }),
  results("A script that breaks off did nothing.", ["patterns.nothing_started"], (result) =>
    mapTexts(result, (text) => text.replace("clean.sh: line 3", "bash: line 3")),
  ),
  silent("token_runaway", ["patterns.token_runaway"]),
  silent("monologue_actuation", ["patterns.monologue_actuation"]),
  stepper(
    "Looks are counted on through turns that act.",
    ["patterns.monologue_actuation"],
    (request, play) => {
      const { looking } = request.state.memory
      const step = play(request)
      return step.state.memory["looking"] === 0
        ? inState(step, (state) => ({ ...state, memory: { ...state.memory, looking } }))
        : step
    },
  ),
  recalling("Every failure that reaches the cap is fresh.", ["patterns.hard_cap.grace"], (state) => ({
    ...state,
    recurrences: [],
  })),
  stepper("A pass does not end the grace of the cap.", ["patterns.hard_cap.grace"], (request, play) => {
    const { cap_grace } = request.state.memory
    const step = play(request)
    return cap_grace === true && step.warnings.length === 0
      ? inState(step, (state) => ({ ...state, memory: { ...state.memory, cap_grace } }))
      : step
  }),
  silent("action_cycle", ["patterns.action_cycle"]),
]
