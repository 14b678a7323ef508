import { canonicalJson, sha256Hex, type JsonObject } from "@proofloop/foundation/text"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"
import { feedbackText } from "./feedback.ts"
import { patternNamed } from "./patterns.ts"
import { flailingAction, observeFlailing } from "./patterns/flailing_action.ts"
import type { Signals, Trip } from "./patterns/pattern.ts"
import type { StallConfig } from "./stall_config.ts"
import { BOUNDS, type Draft } from "./state.ts"

const LONGEST_ARGUMENTS = 4096

/**
 * The call a warning is about; prose and diagnostic trips have none. Arguments are gone once the call was dispatched.
 */
export interface TrippedCall {
  readonly tool_name: string
  readonly action: string
  readonly arguments?: JsonObject | undefined
}

/** A non-tripping step ends an escalation: the run recovered. @requirement ladder.steps */
export function registerRecovery(draft: Draft): void {
  draft.consecutive_trips = 0
  draft.hard_stop = false
}

/** A trip of a pattern. */
export type NamedTrip = Trip & { readonly pattern: StallPattern }

/** One step of the detector: its knobs, its earlier messages, its warnings and the nudges they were granted. */
export interface Step {
  readonly config: StallConfig
  readonly warnings: StallWarning[]
  readonly feedback: string[]
}

/**
 * Registers a trip on the ladder, records its warning and takes its share of the feedback budget.
 * @requirement ladder.steps, ladder.warning, ladder.feedback
 */
export function registerTrip(
  draft: Draft,
  step: Step,
  trip: NamedTrip,
  call: TrippedCall | null = null,
): void {
  const { config } = step
  const confidence = patternNamed(trip.pattern)?.confidence ?? "certain"
  const action = config[`${confidence}_trips`]
  if (action === "nothing") return
  if (action === "stop") escalate(draft, trip, config)
  const warning = warningOf(draft, { ...trip, confidence }, call, config)
  step.warnings.push(warning)
  draft.warnings = [...draft.warnings, warning].slice(-BOUNDS.warnings)
  draft.warning_count += 1
  if (!config.inject_feedback || feedbackGiven(draft, trip, config) >= config.max_feedback) return
  draft.feedback_count += 1
  draft.feedback_by_pattern = {
    ...draft.feedback_by_pattern,
    [trip.pattern]: (draft.feedback_by_pattern[trip.pattern] ?? 0) + 1,
  }
  step.feedback.push(feedbackText(warning, draft.consecutive_trips, trip.says?.(warning)))
}

/** The host's own word on the turn. */
export function tripOnFlailing(draft: Draft, signals: Signals, step: Step): void {
  const is_warned = draft.turn_warned || step.warnings.length > 0
  const trip = observeFlailing(draft, signals, step.config, is_warned)
  if (trip !== null) registerTrip(draft, step, { pattern: flailingAction.name, ...trip })
}

function escalate(draft: Draft, trip: NamedTrip, config: StallConfig): void {
  if (trip.escalation === "own") {
    if (trip.stop === true) draft.hard_stop = true
    return
  }
  const turn = trip.of_turn ?? draft.turn
  const is_counted = config.hard_stop_counts === "events" && turn <= draft.struck_turn
  if (!is_counted) {
    draft.consecutive_trips += 1
    draft.struck_turn = turn
  }
  const climbed = draft.consecutive_trips >= config.hard_stop_after_trips
  // Only a recovery takes a hard stop back; another trip of the same turn does not.
  draft.hard_stop ||= trip.escalation === "immediate" || climbed || trip.stop === true
}

function feedbackGiven(draft: Draft, trip: NamedTrip, config: StallConfig): number {
  return config.feedback_budget === "run"
    ? draft.feedback_count
    : (draft.feedback_by_pattern[trip.pattern] ?? 0)
}

function warningOf(
  draft: Draft,
  trip: NamedTrip & Pick<StallWarning, "confidence">,
  call: TrippedCall | null,
  config: StallConfig,
): StallWarning {
  const { slot } = trip
  const call_arguments = call ? call.arguments : {}
  const signature = call ? `sha256:${call.action}` : (slot?.signature ?? "")
  return {
    iteration: draft.turn,
    tool_name: call?.tool_name ?? "",
    repeat_count: trip.count,
    count: trip.count,
    threshold: trip.threshold,
    arguments_digest: call_arguments ? `sha256:${sha256Hex(canonicalJson(call_arguments))}` : "",
    signature,
    signature_digest: signature === "" || call ? signature : `sha256:${sha256Hex(signature)}`,
    pattern: trip.pattern,
    confidence: trip.confidence,
    consecutive_trips: draft.consecutive_trips,
    hard_stop: draft.hard_stop,
    ...(config.include_arguments && call_arguments ? { arguments: boundedArguments(call_arguments) } : {}),
    ...(slot
      ? {
          diagnostic_class: "fail" as const,
          diagnostic_signature: slot.signature,
          diagnostic_snippet: slot.snippet,
          check_id: slot.check_id,
        }
      : {}),
    ...(trip.remediation_delivered ? { remediation_delivered: true as const } : {}),
  }
}

/** A plain copy of short arguments; long ones would make the state grow. */
function boundedArguments(call_arguments: JsonObject): JsonObject {
  const text = canonicalJson(call_arguments)
  return text.length <= LONGEST_ARGUMENTS
    ? (JSON.parse(text) as JsonObject)
    : { omitted: `${text.length} characters` }
}
