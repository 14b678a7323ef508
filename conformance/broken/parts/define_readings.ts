import type { Detector, DetectorState } from "@proofloop/runtime/detector"
import type {
  DetectorStep,
  Proposal,
  StallPattern,
  StallWarning,
  ToolCall,
  ToolResult,
} from "@proofloop/runtime/internal/detector"
import type { Break, BrokenImplementation } from "../broken_implementation.ts"
import type { DetectorRequest } from "./broken_detector.ts"
import { detector, stepper } from "./define.ts"
import { type KnobChange, withKnobs } from "./knob_change.ts"
import { isReply } from "./requests.ts"
import { inState, withResults, withoutWarnings } from "./state_change.ts"

type Proposed = DetectorState["proposal"][number]

/** A detector with other knobs than the host set. */
export const knobs: Break<KnobChange> = (wrong, violates, change) =>
  detector(wrong, violates, { options: withKnobs(change) })

/** Parts of every reply are read as others. */
export const replies: Break<
  (request: DetectorRequest & { readonly kind: "propose" }, detector: Detector) => Partial<Proposal>
> = (wrong, violates, change) =>
  stepper(wrong, violates, (request, play, real) =>
    play(isReply(request) ? { ...request, input: { ...request.input, ...change(request, real) } } : request),
  )

/** Every proposed call is read as another one. */
export const calls: Break<(call: ToolCall) => ToolCall> = (wrong, violates, change) =>
  replies(wrong, violates, ({ input }) => withCalls(input, change))

/** Every result is read as another one; undefined leaves it out. */
export const results: Break<
  (result: ToolResult, call: Proposed | undefined, detector: Detector) => ToolResult | undefined
> = (wrong, violates, change) =>
  stepper(wrong, violates, (request, play, real) => {
    if (request.kind !== "settle") return play(request)
    const { proposal } = request.state
    const input = withResults(request.input, (result, index) => change(result, proposal[index], real))
    return play({ ...request, input })
  })

/** Every step starts from another state. */
export const recalling: Break<(state: DetectorState, request: DetectorRequest) => DetectorState> = (
  wrong,
  violates,
  change,
) => stepper(wrong, violates, (request, play) => play({ ...request, state: change(request.state, request) }))

/** Every step ends in another state. */
export const remembering: Break<
  (state: DetectorState, request: DetectorRequest, detector: Detector) => DetectorState
> = (wrong, violates, change) =>
  stepper(wrong, violates, (request, play, real) =>
    inState(play(request), (state) => change(state, request, real)),
  )

/** Every proposed call is kept as another one until its result comes. */
export const proposals: Break<(call: Proposed, infers: boolean) => Proposed> = (wrong, violates, change) =>
  remembering(wrong, violates, (state, request, { config }) =>
    isReply(request)
      ? { ...state, proposal: state.proposal.map((call) => change(call, config.undeclared_role === "infer")) }
      : state,
  )

/** Every warning is reported as another one. */
export const reported: Break<(warning: StallWarning, request: DetectorRequest) => StallWarning> = (
  wrong,
  violates,
  change,
) =>
  stepper(wrong, violates, (request, play) => {
    const step = play(request)
    return { ...step, warnings: step.warnings.map((warning) => change(warning, request)) }
  })

/** What a turn says to the model is another text; undefined says nothing. */
export const spoken: Break<(text: string | undefined, step: DetectorStep) => string | undefined> = (
  wrong,
  violates,
  change,
) =>
  stepper(wrong, violates, (request, play) => {
    const { feedback, ...step } = play(request)
    const text = change(feedback, step)
    return text === undefined ? step : { ...step, feedback: text }
  })

/** A pattern that never trips. */
export const silent = (
  pattern: StallPattern,
  violates: BrokenImplementation["violates"],
): BrokenImplementation =>
  stepper(`The pattern ${pattern} does not exist.`, violates, (request, play) =>
    withoutWarnings(play(request), request.state, (warning) => warning.pattern === pattern),
  )

/** Other signals than the host gave. */
export const signals: Break<(given: NonNullable<Proposal["signals"]>) => Proposal["signals"]> = (
  wrong,
  violates,
  change,
) =>
  stepper(wrong, violates, (request, play) =>
    request.kind === "verdict"
      ? play(request)
      : play({
          ...request,
          input: { ...request.input, signals: change(request.input.signals ?? {}) },
        } as DetectorRequest),
  )

export function withCalls(input: Proposal, change: (call: ToolCall) => ToolCall): Proposal {
  return { ...input, tool_calls: input.tool_calls.map(change) }
}
