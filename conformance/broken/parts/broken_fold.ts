import {
  createDetector,
  type Detector,
  type DetectorOptions,
  type DetectorState,
  type Settlement,
} from "@proofloop/runtime/detector"
import type { DetectorStep } from "@proofloop/runtime/internal/detector"
import type { DetectorBreakage, DetectorRequest, Play } from "./broken_detector.ts"
import { withKnobs } from "./knob_change.ts"
import { withFailureModelOf } from "./state_change.ts"

/** What one turn has to fold: whether it wrote, its evidence, the verdicts on it. */
export type FoldedTurn = NonNullable<DetectorState["pending"]>

/** Other results of the same turn as the real detector reads them. */
export type ReadResults = (input: Settlement) => DetectorStep["results"]

export interface FoldBreakage {
  /** What is folded instead, made when the results come; `input` are those results. */
  readonly evidence?: (
    turn: FoldedTurn,
    input: Settlement,
    step: DetectorStep,
    read: ReadResults,
  ) => FoldedTurn
  /** The failure model, and the turn, that the fold starts from. */
  readonly before?: (state: DetectorState, turn: FoldedTurn) => readonly [DetectorState, FoldedTurn]
  /** The step in which the turn was folded. */
  readonly after?: (
    step: DetectorStep,
    before: DetectorState,
    turn: FoldedTurn,
    detector: Detector,
  ) => DetectorStep
}

/** A detector that folds something else than it saw, or that makes something else of it; with either value of `fold`. */
export function brokenFold(breakage: FoldBreakage): DetectorBreakage {
  const {
    evidence = (turn) => turn,
    before = (state, turn) => [state, turn] as const,
    after = (step) => step,
  } = breakage
  return {
    steps(real, options) {
      const later = laterFold(options)
      return (request, play) => {
        if (!real.config.enabled || !real.config.repair_aware) return play(request)
        if (request.kind === "propose" && request.state.pending !== null) {
          const [state, turn] = before(request.state, request.state.pending)
          return after(play({ ...request, state: { ...state, pending: turn } }), request.state, turn, real)
        }
        if (request.kind !== "settle") return play(request)
        const step = play(request, later)
        if (step.state.pending === null) return step
        const read: ReadResults = (input) => play({ ...request, input }, later).results
        const pending = evidence(step.state.pending, request.input, step, read)
        if (real.config.fold === "previous_turn") return { ...step, state: { ...step.state, pending } }
        const [state, turn] = before({ ...step.state, pending: null }, pending)
        const folded = foldNow({ ...step, state }, turn, request, { play, later })
        return after(folded, request.state, turn, real)
      }
    },
  }
}

function laterFold(options: DetectorOptions): Detector {
  return createDetector(withKnobs(() => ({ fold: "previous_turn" }))(options))
}

/** After a core warning only the floors speak, and what is silent is not marked as tripped. */
function onlyFloors({ config }: Detector): Detector {
  const stall_diagnostics = {
    ...config,
    stuck_same_diagnostic_after: Number.MAX_SAFE_INTEGER,
    recurring_diagnostic_after: null,
    alternating_failures_after: null,
    environment_failure_after: null,
    timeout_failure_after: null,
  }
  return createDetector({ stall_diagnostics })
}

/** Folds a turn at once, by an empty reply that is taken back but for its fold. */
function foldNow(
  settled: DetectorStep,
  turn: FoldedTurn,
  { input }: DetectorRequest & { readonly kind: "settle" },
  { play, later }: { readonly play: Play; readonly later: Detector },
): DetectorStep {
  const { state } = settled
  const signals = { ...input.signals, action_signal: undefined }
  const reply = {
    tool_calls: [],
    // A solicited reply is no idle turn.
    solicited: true,
    signals: state.turn_warned ? { progress_signal: signals.progress_signal } : signals,
  }
  const before = { ...state, pending: turn, turn: state.turn - 1, hard_stop: false, turn_warned: false }
  const asked = state.turn_warned ? onlyFloors(later) : later
  const folded = play({ kind: "propose", state: before, input: reply }, asked)
  const { write_epoch, memory } = folded.state
  const passed = turn.evidence.length > 0 && folded.state.last_diagnostic_class === "pass"
  const { verify_state_seen, verify_state_high, verify_turns_since_advance, verify_wrote_since_advance } =
    folded.state
  const { remediation_delivered_signature, remediation_delivered_count } = folded.state
  const model = {
    ...withFailureModelOf(state, folded.state),
    write_epoch,
    memory: { ...memory, ...(passed ? { files: [] } : {}) },
    verify_state_seen,
    verify_state_high,
    verify_turns_since_advance,
    verify_wrote_since_advance,
    remediation_delivered_signature,
    remediation_delivered_count,
    pending: null,
  }
  const { current_failure: _failure, ...rest } = settled
  const failure = later.currentFailure(model)
  const shown = { ...rest, ...(failure === undefined ? {} : { current_failure: failure }), state: model }
  if (folded.warnings.length === 0) return shown
  const { warnings, warning_count, feedback_count, feedback_by_pattern, consecutive_trips, hard_stop } =
    folded.state
  const feedback = [folded.feedback, settled.feedback].filter((text) => text !== undefined).join("\n\n")
  return {
    ...shown,
    warnings: [...folded.warnings, ...settled.warnings],
    ...(feedback === "" ? {} : { feedback }),
    hard_stop,
    state: {
      ...model,
      warnings,
      warning_count,
      feedback_count,
      feedback_by_pattern,
      consecutive_trips,
      hard_stop,
      turn_warned: true,
    },
  }
}
