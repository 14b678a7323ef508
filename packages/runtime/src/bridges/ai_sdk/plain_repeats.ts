import {
  createDetector,
  type Detector,
  type DetectorOptions,
  type DetectorStep,
  type Turn,
} from "../../stall/detector.ts"

/** Watches one run for calls that are no check and repeat with the same outcome; null for a step it has no word on. */
export interface PlainRepeats {
  observe(turn: Turn, seen: DetectorStep): DetectorStep | null
}

/**
 * With `repair_aware` the core leaves a repeated call with a repeated outcome to the failure model, which under
 * `undeclared_role: "infer"` looks at checks only. Calls that are no check get a second detector, without
 * `repair_aware` and with those two patterns alone.
 */
export function watchPlainRepeats(
  { config }: Detector,
  { tools, workspace_root, parsers }: DetectorOptions,
): PlainRepeats {
  if (!config.enabled || !config.repair_aware || config.undeclared_role !== "infer")
    return { observe: () => null }
  const detector = createDetector({
    tools,
    workspace_root,
    parsers,
    stall_diagnostics: {
      inject_feedback: config.inject_feedback,
      max_feedback: config.max_feedback,
      feedback_budget: config.feedback_budget,
      exempt_tools: config.exempt_tools,
      include_arguments: config.include_arguments,
      repeat_same_error: config.repeat_same_error,
      repeat_same_observation: config.repeat_same_observation,
      hard_stop_after_trips: config.hard_stop_after_trips,
      fold: "same_turn",
      context_window_from: "model_errors",
      threshold: never,
      ping_pong_cycles: never,
      no_progress_messages: never,
    },
  })
  let state = detector.initial_state
  return {
    observe(turn, { results: read }) {
      const is_plain = (_: unknown, at: number): boolean => (read[at]?.role ?? "none") === "none"
      const { tool_calls, results } = turn
      const step = detector.observe(state, {
        tool_calls: tool_calls.filter(is_plain),
        results: results.filter(is_plain),
      })
      state = step.state
      return step.warnings.length === 0 ? null : step
    },
  }
}

const never: number = Number.MAX_SAFE_INTEGER
