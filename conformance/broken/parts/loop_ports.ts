import type { AgentLoopOptions, Message, ModelReply, ModelRequest, Tool } from "@proofloop/runtime"
import type { VerifyPayload } from "@proofloop/runtime/internal"
import type { Break, BrokenImplementation } from "../broken_implementation.ts"
import { loop } from "./define.ts"
import { type KnobChange, withLoopKnobs } from "./knob_change.ts"

/** A loop that gets other options than the host gave. */
export const reading: Break<(options: AgentLoopOptions) => AgentLoopOptions> = (wrong, violates, options) =>
  loop(wrong, violates, { options })

/** A loop that never reads an option. */
export function ignoring(
  name: keyof AgentLoopOptions,
  violates: BrokenImplementation["violates"],
): BrokenImplementation {
  return reading(
    `${name} is never read.`,
    violates,
    ({ [name]: _ignored, ...options }) => options as AgentLoopOptions,
  )
}

/** A loop with other knobs than the host set. */
export const knobs: Break<KnobChange> = (wrong, violates, change) =>
  reading(wrong, violates, withLoopKnobs(change))

/** What a verifier was asked, and for the how-manieth time. */
interface Question {
  readonly payload: VerifyPayload
  readonly options: AgentLoopOptions
  readonly asked: number
}

/** A loop that makes something else of what the host's verifier answers. */
export const verifying: Break<(answer: unknown, question: Question) => unknown> = (wrong, violates, change) =>
  reading(wrong, violates, (options) => {
    const verify: unknown = options.verify_completion
    if (typeof verify !== "function") return options
    let asked = 0
    const verify_completion = async (payload: VerifyPayload, context: unknown): Promise<unknown> => {
      asked += 1
      const question = { payload, options, asked }
      return change(await settled(() => verify(payload, context) as unknown), question)
    }
    return { ...options, verify_completion: verify_completion as AgentLoopOptions["verify_completion"] }
  })

/** What a host function threw, as an answer. */
export interface Thrown {
  readonly thrown: unknown
}

async function settled(ask: () => unknown): Promise<unknown> {
  try {
    return await ask()
  } catch (thrown) {
    return { thrown } satisfies Thrown
  }
}

export const isThrown = (answer: unknown): answer is Thrown =>
  typeof answer === "object" && answer !== null && "thrown" in answer

/** The answer again, thrown if it was. */
export function again(answer: unknown): unknown {
  if (isThrown(answer)) throw answer.thrown
  return answer
}

/** A loop that sends the model another conversation, or reads another reply. */
export const conversing: Break<{
  readonly request?: (messages: readonly Message[]) => readonly Message[]
  readonly reply?: (reply: ModelReply, request: ModelRequest) => ModelReply
}> = (wrong, violates, { request = (given) => given, reply = (given) => given }) =>
  reading(wrong, violates, (options) => {
    const { model } = options
    if (typeof model !== "function") return options
    const ask: unknown = async (given: ModelRequest, call: never) =>
      reply(await model({ ...given, messages: request(given.messages) }, call), given)
    return { ...options, model: ask as AgentLoopOptions["model"] }
  })

/** A loop with other tools than the host gave. */
export const working: Break<(tool: Tool, options: AgentLoopOptions) => Tool> = (wrong, violates, change) =>
  reading(wrong, violates, (options) => ({
    ...options,
    tools: toolsOf(options).map((tool) => change(tool, options)),
  }))

/** The tools of a case: a list of this library's own. */
export function toolsOf({ tools }: AgentLoopOptions): readonly Tool[] {
  return (tools ?? []) as readonly Tool[]
}

/** The tool with each of its results changed. */
export function withToolResult(tool: Tool, change: (result: unknown) => unknown): Tool {
  return {
    ...tool,
    execute: async (call_arguments, context) => change(await tool.execute(call_arguments, context)),
  }
}
