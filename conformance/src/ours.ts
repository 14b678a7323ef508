import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { createAgentLoop } from "@proofloop/runtime"
import {
  createDetector,
  type Detector,
  type DetectorState,
  type Settlement,
  type Turn,
  type Verdict,
} from "@proofloop/runtime/detector"
import type { DetectorStep, Proposal } from "@proofloop/runtime/internal/detector"
import { declaredTools } from "./declared_tools.ts"
import type { Implementation, Reply, Request } from "./implementation.ts"
import type { JsonObject } from "./json.ts"
import { runOurLoop } from "./our_loop.ts"

export interface OurParts {
  /** Makes the detector. Default: ours. */
  readonly create?: typeof createDetector
  /** Makes the loop. Default: ours. */
  readonly createLoop?: typeof createAgentLoop
}

/**
 * This project's own implementation, in process. Its parts can be replaced behind the same API, by deliberately
 * broken ones for instance.
 */
export function ourImplementation({
  create = createDetector,
  createLoop = createAgentLoop,
}: OurParts = {}): Implementation {
  let detector: Detector | undefined
  let state: DetectorState | undefined

  async function answer(message: Request): Promise<Reply> {
    if (message.type === "hello") return { name: "proofloop", capabilities: CAPABILITIES }
    if (message.type === "start") {
      detector = create({ ...message.options, tools: declaredTools(message.tools) })
      state = detector.initial_state
      return { config: { ...detector.config } }
    }
    if (message.type === "judge") {
      const { askSubject } = await import("./subjects.ts")
      return { answer: await askSubject(message.subject, message.input) }
    }
    if (message.type === "forged") {
      const { runOurAgent } = await import("./forged/our_agent.ts")
      return { forged: await runOurAgent(message.task, createLoop) }
    }
    if (message.type === "run") return { run: await runOurLoop(message.script, createLoop) }
    if (detector === undefined || state === undefined) throw new Error(`${message.type} before start`)
    const step = message.type === "clear" ? cleared(detector, state) : take(detector, state, message)
    state = step.state
    const { warnings, feedback, hard_stop, reverify_mandated, current_failure } = step
    const denies_extension = {
      without_signal: detector.deniesExtension(state, false),
      with_signal: detector.deniesExtension(state, true),
    }
    return {
      step: { state, warnings, feedback, hard_stop, reverify_mandated, current_failure, denies_extension },
    }
  }

  return {
    name: "proofloop",
    capabilities: CAPABILITIES,
    questions_at_once: 4,
    async request(message) {
      try {
        return await answer(message)
      } catch (error) {
        if (isInvalidOptionError(error)) return { error: { option: error.option, message: error.message } }
        throw error
      }
    },
    async close() {},
  }
}

const CAPABILITIES = ["detector", "config", "loop", "golden", "forged"] as const

/** The inputs were checked against `case.schema.json` when the case was loaded. */
function take(
  detector: Detector,
  state: DetectorState,
  { type, input }: Exclude<Extract<Request, { readonly input: JsonObject }>, { readonly type: "judge" }>,
): DetectorStep {
  switch (type) {
    case "propose":
      return detector.propose(state, input as unknown as Proposal)
    case "settle":
      return detector.settle(state, input as unknown as Settlement)
    case "observe":
      return detector.observe(state, input as unknown as Turn)
    case "verdict":
      return detector.verdict(state, input as unknown as Verdict)
  }
}

function cleared(detector: Detector, state: DetectorState): Omit<DetectorStep, "results"> {
  const after = detector.clear(state)
  const current_failure = detector.currentFailure(after)
  return { state: after, warnings: [], hard_stop: after.hard_stop, reverify_mandated: false, current_failure }
}
