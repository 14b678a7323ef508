import type {
  DetectorState,
  DetectorStep,
  Proposal,
  StallPattern,
  StallWarning,
  ToolCall,
  ToolResult,
} from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import type { DetectorRequest } from "./broken_detector.ts"
import { stepper } from "./define.ts"
import { inState, withResults, withoutWarnings } from "./state_change.ts"

type Violates = BrokenImplementation["violates"]
type Proposed = DetectorState["proposal"][number]

/** Every proposed call is read as another one. */
export function calls(
  id: string,
  wrong: string,
  violates: Violates,
  change: (call: ToolCall) => ToolCall,
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play) =>
    request.kind === "propose"
      ? play({ ...request, input: withCalls(request.input, change) })
      : play(request),
  )
}

/** Every result is read as another one. */
export function results(
  id: string,
  wrong: string,
  violates: Violates,
  change: (result: ToolResult) => ToolResult | undefined,
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play) =>
    request.kind === "settle"
      ? play({ ...request, input: withResults(request.input, change) })
      : play(request),
  )
}

/** Every proposed call is kept as another one until its result comes. */
export function proposals(
  id: string,
  wrong: string,
  violates: BrokenImplementation["violates"],
  change: (call: Proposed, infers: boolean) => Proposed,
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play, real) =>
    inState(play(request), (state) =>
      request.kind === "propose"
        ? {
            ...state,
            proposal: state.proposal.map((call) => change(call, real.config.undeclared_role === "infer")),
          }
        : state,
    ),
  )
}

/** Every warning is reported as another one. */
export function reported(
  id: string,
  wrong: string,
  violates: Violates,
  change: (warning: StallWarning, request: DetectorRequest) => StallWarning,
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play) => {
    const step = play(request)
    return { ...step, warnings: step.warnings.map((warning) => change(warning, request)) }
  })
}

/** What a turn says to the model is another text; undefined says nothing. */
export function spoken(
  id: string,
  wrong: string,
  violates: Violates,
  change: (text: string | undefined, step: DetectorStep) => string | undefined,
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play) => {
    const { feedback, ...step } = play(request)
    const text = change(feedback, step)
    return text === undefined ? step : { ...step, feedback: text }
  })
}

/** A pattern that never trips. */
export function silent(pattern: StallPattern, violates: Violates): BrokenImplementation {
  return stepper(
    `${pattern}_never_trips`,
    `The pattern ${pattern} does not exist.`,
    violates,
    (request, play) =>
      withoutWarnings(play(request), request.state, (warning) => warning.pattern === pattern),
  )
}

/** Other signals than the host gave. */
export function signals(
  id: string,
  wrong: string,
  violates: Violates,
  change: (given: NonNullable<Proposal["signals"]>) => Proposal["signals"],
): BrokenImplementation {
  return stepper(id, wrong, violates, (request, play) =>
    request.kind === "verdict"
      ? play(request)
      : play({
          ...request,
          input: { ...request.input, signals: change(request.input.signals ?? {}) },
        } as DetectorRequest),
  )
}

export function withCalls(input: Proposal, change: (call: ToolCall) => ToolCall): Proposal {
  return { ...input, tool_calls: input.tool_calls.map(change) }
}
