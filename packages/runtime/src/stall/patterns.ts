import type { StallPattern } from "../protocol/warning.ts"
import type { KnobRow } from "./knob.ts"
import { actionCycle } from "./patterns/action_cycle.ts"
import { alternatingFailures } from "./patterns/alternating_failures.ts"
import { deliveredFixNotLanding } from "./patterns/delivered_fix_not_landing.ts"
import { editOscillation } from "./patterns/edit_oscillation.ts"
import { editRejected } from "./patterns/edit_rejected.ts"
import { environmentFailure } from "./patterns/environment_failure.ts"
import { flailingAction } from "./patterns/flailing_action.ts"
import type { Memory } from "./patterns/memory.ts"
import { monologueActuation } from "./patterns/monologue_actuation.ts"
import { nearDuplicateAction } from "./patterns/near_duplicate_action.ts"
import { nearDuplicateMonologue } from "./patterns/near_duplicate_monologue.ts"
import { noNetProgressHardCap } from "./patterns/no_net_progress_hard_cap.ts"
import { erroredNoToolCall, noProgressMonologue } from "./patterns/no_progress_monologue.ts"
import { nothingStarted } from "./patterns/nothing_started.ts"
import type { Pattern } from "./patterns/pattern.ts"
import { pingPong } from "./patterns/ping_pong.ts"
import { recurringDiagnostic } from "./patterns/recurring_diagnostic.ts"
import { repeatedAction } from "./patterns/repeated_action.ts"
import { repeatedContextWindowError } from "./patterns/repeated_context_window_error.ts"
import { repeatedError } from "./patterns/repeated_error.ts"
import { repeatedParseRejection } from "./patterns/repeated_parse_rejection.ts"
import { repeatedSameObservation } from "./patterns/repeated_same_observation.ts"
import { repeatedSameSignature } from "./patterns/repeated_same_signature.ts"
import { repeatedSuccess } from "./patterns/repeated_success.ts"
import { repeatedToolError } from "./patterns/repeated_tool_error.ts"
import { stuckSameDiagnostic } from "./patterns/stuck_same_diagnostic.ts"
import { timeoutFailure } from "./patterns/timeout_failure.ts"
import { tokenRunaway } from "./patterns/token_runaway.ts"
import { turnsSinceCleanVerifyFloor } from "./patterns/turns_since_clean_verify_floor.ts"
import { unchangedSuccess } from "./patterns/unchanged_success.ts"
import { unchangedWait } from "./patterns/unchanged_wait.ts"
import { SEEN_CALLS } from "./unjudged.ts"

/** Patterns over replies; when each is asked stands in `propose.ts`. */
const replyPatterns = [
  noProgressMonologue,
  erroredNoToolCall,
  nearDuplicateMonologue,
  repeatedParseRejection,
  tokenRunaway,
  flailingAction,
] as const

/** Patterns over proposed calls; the first that fires wins. @requirement actions.priority.order */
export const callPatterns = [
  repeatedContextWindowError,
  repeatedError,
  repeatedSameObservation,
  repeatedSuccess,
  pingPong,
  repeatedSameSignature,
] as const

/** Patterns over the results of one turn, in the order they are asked. */
export const resultPatterns = [
  editRejected,
  editOscillation,
  actionCycle,
  repeatedAction,
  repeatedToolError,
  nothingStarted,
  nearDuplicateAction,
  monologueActuation,
  unchangedSuccess,
  unchangedWait,
] as const

/** Patterns over the failure model, in the order they are asked. @requirement patterns.order */
export const foldPatterns = [
  noNetProgressHardCap,
  turnsSinceCleanVerifyFloor,
  deliveredFixNotLanding,
  environmentFailure,
  stuckSameDiagnostic,
  timeoutFailure,
  alternatingFailures,
  recurringDiagnostic,
] as const

export const patterns = [...callPatterns, ...replyPatterns, ...resultPatterns, ...foldPatterns] as const

type Every<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The knobs that patterns own. */
export const patternKnobs = Object.assign({}, ...patterns.map(({ knobs }) => knobs)) as Every<
  (typeof patterns)[number]["knobs"]
> &
  Readonly<Record<string, KnobRow>>

const byName: ReadonlyMap<string, Pattern<unknown>> = new Map(
  patterns.map((pattern) => [pattern.name, pattern]),
)

export function patternNamed(name: StallPattern): Pattern<unknown> | undefined {
  return byName.get(name)
}

/** All that is remembered beside the failure model. */
export const memories: readonly Memory<unknown>[] = [
  ...new Set(patterns.flatMap((pattern: Pattern<unknown>) => pattern.memory ?? [])),
  SEEN_CALLS,
]
