import type { DetectorState, Settlement } from "@proofloop/runtime/detector"
import type { DetectorStep, StallWarning, ToolResult } from "@proofloop/runtime/internal/detector"

const FAILURE_FIELDS = [
  "slots",
  "recurrences",
  "alternations",
  "last_diagnostic_class",
  "last_diagnostic_signature",
  "last_diagnostic_snippet",
  "last_diagnostic_delta_status",
  "same_diagnostic_streak",
  "edit_since_failure",
  "reverify_owed",
  "failing_verify_turns",
  "turns_since_clean_verify",
  "verified_write_epoch",
] as const

const ACTION_FIELDS = [
  "last_signature",
  "streak",
  "last_observation_signature",
  "last_outcome_kind",
  "same_observation_streak",
  "same_error_streak",
  "same_success_streak",
  "context_window_error_streak",
  "ping_pong_a",
  "ping_pong_b",
  "ping_pong_alternations",
  "ping_pong_observation_a",
  "ping_pong_observation_b",
] as const

/** The state with the failure model of another one. */
export function withFailureModelOf(state: DetectorState, other: DetectorState): DetectorState {
  return { ...state, ...pick(other, FAILURE_FIELDS) }
}

/** The state with the action streaks of another one. */
export function withActionsOf(state: DetectorState, other: DetectorState): DetectorState {
  return { ...state, ...pick(other, ACTION_FIELDS) }
}

function pick<K extends keyof DetectorState>(
  state: DetectorState,
  names: readonly K[],
): Pick<DetectorState, K> {
  return Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<DetectorState, K>
}

/** The step with another state in it. */
export function inState(step: DetectorStep, change: (state: DetectorState) => DetectorState): DetectorStep {
  return { ...step, state: change(step.state) }
}

/** The step without some of its warnings: neither reported nor remembered, nor climbing. */
export function withoutWarnings(
  step: DetectorStep,
  before: DetectorState,
  isDropped: (warning: StallWarning) => boolean,
): DetectorStep {
  const dropped = step.warnings.filter(isDropped)
  if (dropped.length === 0) return step
  const warnings = step.warnings.filter((warning) => !isDropped(warning))
  const { feedback: _feedback, ...rest } = step
  return {
    ...rest,
    ...(warnings.length > 0 && step.feedback !== undefined ? { feedback: step.feedback } : {}),
    warnings,
    hard_stop: warnings.some(({ hard_stop }) => hard_stop),
    state: {
      ...step.state,
      hard_stop: warnings.some(({ hard_stop }) => hard_stop),
      consecutive_trips: warnings.at(-1)?.consecutive_trips ?? 0,
      warnings: step.state.warnings.filter((warning) => !dropped.includes(warning)),
      warning_count: step.state.warning_count - dropped.length,
      feedback_count: warnings.length > 0 ? step.state.feedback_count : before.feedback_count,
    },
  }
}

/** The step with warnings of another step beside its own. */
export function withWarningsOf(
  step: DetectorStep,
  other: DetectorStep,
  isAdded: (warning: StallWarning) => boolean,
): DetectorStep {
  const added = other.warnings.filter(
    (warning) => isAdded(warning) && !step.warnings.some(({ pattern }) => pattern === warning.pattern),
  )
  if (added.length === 0) return step
  const { state } = step
  return {
    ...step,
    warnings: [...step.warnings, ...added],
    ...(step.feedback === undefined && other.feedback !== undefined ? { feedback: other.feedback } : {}),
    hard_stop: step.hard_stop || added.some(({ hard_stop }) => hard_stop),
    state: {
      ...state,
      warnings: [...state.warnings, ...added],
      warning_count: state.warning_count + added.length,
      consecutive_trips: state.consecutive_trips + added.length,
      hard_stop: state.hard_stop || added.some(({ hard_stop }) => hard_stop),
      feedback_count: Math.max(state.feedback_count, other.state.feedback_count),
    },
  }
}

/** A settlement with each result changed; undefined leaves one out. */
export function withResults(
  input: Settlement,
  change: (result: ToolResult, index: number) => ToolResult | undefined,
): Settlement {
  return { ...input, results: input.results.flatMap((result, index) => change(result, index) ?? []) }
}

/** A value with every text in it changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry as unknown, change)) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change)]),
  ) as T
}
