import { readField } from "../../evidence/read_field.ts"
import type { CurrentFailure } from "../../protocol/failure.ts"
import type { StallWarning, Unjudged } from "../../protocol/warning.ts"
import type { DetectorStep } from "../../stall/detector.ts"
import { BOUNDS, type DetectorState } from "../../stall/state.ts"
import { unjudgedWords } from "../../stall/unjudged.ts"
import { followSteps } from "./followed_steps.ts"
import { createNudges, type FeedbackMessage, type StepMessage } from "./nudges.ts"
import { detectorOf, type StallGuardOptions } from "./stall_guard_options.ts"
import { type AiSdkStep, turnOf } from "./step.ts"
import { toolResultOf } from "./tool_result.ts"

/** The options of `prepareStep` that this guard reads. */
export interface StepOptions<M extends StepMessage> {
  readonly steps: readonly AiSdkStep[]
  readonly messages: readonly M[]
}

/** A stall detector in the shape of the AI SDK's loop hooks. It follows one run. */
export interface StallGuard {
  /** True once the run is stuck for good. Throws `StallGuardReusedError` when given another run's steps. */
  readonly stopWhen: (options: { readonly steps: readonly AiSdkStep[] }) => boolean
  /** Gives the model the pending nudges, if any. Throws as `stopWhen` does. */
  readonly prepareStep: <M extends StepMessage>(
    options: StepOptions<M>,
  ) =>
    | {
        /** The messages of the next call, with the nudges at their end. */
        messages: (M | FeedbackMessage)[]
      }
    | undefined
  /** `prepareStep` after a host's own: its settings stay, the nudges join its messages, and its errors pass through. */
  readonly wrapPrepareStep: WrapPrepareStep
  /** Takes in the steps for which no hook was called: the last one of a run that ended with an answer. */
  readonly observe: (steps: readonly AiSdkStep[]) => void
  /** Starts over. With `keep_evidence` the same task goes on in another call, with its streaks and failures. */
  readonly reset: (options?: {
    /** Whether streaks and failures stay. Default false. */
    readonly keep_evidence?: boolean | undefined
  }) => void
  readonly hard_stop: boolean
  readonly current_failure: CurrentFailure | undefined
  /** The last 16 warnings, oldest first. */
  readonly warnings: readonly StallWarning[]
  /** What could not be read, while 20 calls or more have not judged the work. */
  readonly unjudged: Unjudged | undefined
  /** Texts given to the model so far; the last may still be on its way. */
  readonly nudges: readonly string[]
  /** The failure model and the streaks, plain JSON. */
  readonly state: DetectorState
}

/** A host's `prepareStep` of either AI SDK version, and the same with the nudges in its messages. */
export type WrapPrepareStep = <
  OPTIONS extends StepOptions<StepMessage>,
  RESULT extends object | undefined | void,
>(
  own: (options: OPTIONS) => RESULT | PromiseLike<RESULT>,
) => (options: OPTIONS) => Promise<RESULT | WithMessages<OPTIONS["messages"][number], RESULT>>

type WithMessages<M, RESULT> = Omit<NonNullable<RESULT>, "messages"> & {
  /** The messages of the next call, with the nudges at their end. */
  messages: (SdkMessage<M> | OwnMessage<RESULT> | FeedbackMessage)[]
}
/** Where `own` declares no type for its options, the messages have the SDK's type. */
type SdkMessage<M> = StepMessage extends M ? never : M
type OwnMessage<RESULT> = RESULT extends { readonly messages: ReadonlyArray<infer M> } ? M : never

/**
 * Watches a `generateText`, `streamText` or `ToolLoopAgent` run for one that repeats a failure: nudges the model with the
 * failing evidence, then stops the run. Each step is looked at once. Throws `InvalidOptionError` on misuse.
 */
export function createStallGuard(options: StallGuardOptions = {}): StallGuard {
  const detector = detectorOf(options)
  const { is_failure, parsers, tools, checks } = options
  const { enabled, repair_aware, undeclared_role } = detector.config
  const infer_commands = repair_aware && undeclared_role === "infer" && checks === undefined
  const followed = followSteps<AiSdkStep>()
  let state = detector.initial_state
  let nudges = createNudges()
  let warnings: readonly StallWarning[] = []
  let hard_stop = false
  let has_told = false

  const observe = (steps: readonly AiSdkStep[]): void => {
    for (const step of followed.take(steps)) if (enabled) fold(step)
  }
  const fold = (step: AiSdkStep): void => {
    const turn = turnOf(step, (call, outcome) =>
      toolResultOf(call, outcome, { is_failure, parsers, tools, infer_commands }),
    )
    const seen = detector.observe(state, turn)
    state = seen.state
    hear(seen)
    const unjudged = has_told ? undefined : detector.unjudged(state)
    if (unjudged === undefined) return
    has_told = true
    tell(options.on_unjudged ?? warnOfUnjudged, unjudged)
  }
  const hear = ({ warnings: fresh, feedback, hard_stop: stops }: DetectorStep): void => {
    warnings = [...warnings, ...fresh].slice(-BOUNDS.warnings)
    for (const warning of fresh) tell(options.on_warning, warning)
    if (feedback !== undefined) nudges.add(feedback)
    if (!stops || hard_stop) return
    hard_stop = true
    tell(options.on_hard_stop, { warnings: fresh, current_failure: detector.currentFailure(state) })
  }
  const prepareStep: StallGuard["prepareStep"] = ({ steps, messages }) => {
    observe(steps)
    const placed = nudges.place(messages)
    return placed === null ? undefined : { messages: placed }
  }

  return {
    stopWhen({ steps }) {
      observe(steps)
      return hard_stop
    },
    prepareStep,
    wrapPrepareStep: (own) => async (step_options) => {
      observe(step_options.steps)
      const result = await own(step_options)
      const messages = messagesOf(result) ?? step_options.messages
      const placed = nudges.place(messages)
      return placed === null ? result : { ...result, messages: placed }
    },
    observe,
    reset({ keep_evidence = false } = {}) {
      followed.forget()
      hard_stop = false
      if (keep_evidence) return
      state = detector.initial_state
      nudges = createNudges()
      warnings = []
    },
    get hard_stop() {
      return hard_stop
    },
    get current_failure() {
      return detector.currentFailure(state)
    },
    get warnings() {
      return warnings
    },
    get unjudged() {
      return detector.unjudged(state)
    },
    get nudges() {
      return nudges.texts
    },
    get state() {
      return state
    },
  }
}

/** Where there is no such process, nobody is told. */
function warnOfUnjudged(unjudged: Unjudged): void {
  process.emitWarning(`createStallGuard: ${unjudgedWords(unjudged)}`, { code: "unjudged_calls" })
}

function messagesOf(result: object | undefined | void): readonly StepMessage[] | undefined {
  const messages = readField(result, "messages")
  return Array.isArray(messages) ? messages : undefined
}

/** Calls a host's function; ignores what it throws or rejects with. */
function tell<T>(listener: ((value: T) => unknown) | undefined, value: T): void {
  if (listener === undefined) return
  void new Promise((resolve) => resolve(listener(value))).catch(() => {})
}
