import { type AgentCall, untilDone, watchAgent } from "./observe.ts"
import type { WatchOptions } from "./watch_events.ts"

export interface FunctionCall {
  readonly callId: string
  readonly name: string
  /** JSON. */
  readonly arguments: string
}

export interface GuardrailAnswer {
  /** Whether the call or its output passes as it is. */
  readonly behavior:
    | { readonly type: "allow" }
    | {
        readonly type: "rejectContent"
        /** What the model reads instead. */
        readonly message: string
      }
}

/** A tool input guardrail, for `inputGuardrails` of `tool()`. */
export interface InputGuardrail {
  readonly type: "tool_input"
  readonly name: string
  readonly run: (data: { readonly toolCall: FunctionCall }) => Promise<GuardrailAnswer>
}

/** A tool output guardrail, for `outputGuardrails` of `tool()`. */
export interface OutputGuardrail {
  readonly type: "tool_output"
  readonly name: string
  readonly run: (data: {
    readonly toolCall: FunctionCall
    readonly output: unknown
  }) => Promise<GuardrailAnswer>
}

export interface HeldItem {
  readonly role: "user"
  readonly content: string
}

/** What is read of the result of `run()`. */
export interface AgentRunResult<ITEM> {
  readonly history: readonly ITEM[]
  /** The agent's answer; undefined while it has none. */
  readonly finalOutput?: unknown
  /** Calls that wait for a person's approval; absent or empty: none. */
  readonly interruptions?: readonly unknown[] | undefined
}

/** A guard of one task of an agent of `@openai/agents`. */
export interface AgentGuard {
  /** The guardrails of each tool: `tool({ ..., ...guard.guardrails })`. */
  readonly guardrails: {
    readonly inputGuardrails: InputGuardrail[]
    readonly outputGuardrails: OutputGuardrail[]
  }
  /** Runs an agent with this input, and again with the history and the open points while it is held. */
  readonly run: <ITEM, RESULT extends AgentRunResult<ITEM>>(
    input: readonly ITEM[],
    call: (input: (ITEM | HeldItem)[]) => PromiseLike<RESULT> | RESULT,
  ) => Promise<RESULT>
  /** What was open when the agent was let go, for the person; undefined if nothing. */
  readonly hand_back: string | undefined
}

/** The SDK's text for the model about a tool that threw. */
const THREW = "An error occurred while running the tool"
const ALLOW: GuardrailAnswer = { behavior: { type: "allow" } }

/** Makes a guard for an agent of OpenAI Agents JS. Throws `InvalidOptionError` on misuse. */
export function createAgentGuard(options: WatchOptions = {}): AgentGuard {
  const watch = watchAgent(options)
  const input: InputGuardrail = {
    type: "tool_input",
    name: "proofloop_repeats",
    async run({ toolCall }) {
      const refused = watch.begins(callOf(toolCall))
      return refused === undefined ? ALLOW : { behavior: { type: "rejectContent", message: refused } }
    },
  }
  const output: OutputGuardrail = {
    type: "tool_output",
    name: "proofloop_evidence",
    async run({ toolCall, output: given }) {
      const failed = typeof given === "string" && given.startsWith(THREW) ? true : undefined
      const nudge = watch.ended([{ ...callOf(toolCall), output: given, failed }])
      const shown = nudge === undefined ? undefined : shownText(given)
      return shown === undefined
        ? ALLOW
        : { behavior: { type: "rejectContent", message: `${shown}\n\n${nudge}` } }
    },
  }
  return {
    guardrails: { inputGuardrails: [input], outputGuardrails: [output] },
    run: <ITEM, RESULT extends AgentRunResult<ITEM>>(
      first: readonly ITEM[],
      call: (input: (ITEM | HeldItem)[]) => PromiseLike<RESULT> | RESULT,
    ) =>
      untilDone<(ITEM | HeldItem)[], RESULT>(watch, {
        input: [...first],
        run: call,
        async next({ history, finalOutput, interruptions = [] }) {
          if (finalOutput === undefined || interruptions.length > 0) return null
          return (held) => [...history, { role: "user", content: held }]
        },
      }),
    get hand_back() {
      return watch.hand_back
    },
  }
}

function callOf({ callId, name, arguments: given }: FunctionCall): AgentCall {
  return { id: callId, tool: name, arguments: given }
}

/** An output as the model reads it, if it is text or data; no words can follow a picture or a file. */
function shownText(output: unknown): string | undefined {
  if (typeof output === "string") return output
  const is_data =
    typeof output === "object" && output !== null && !Array.isArray(output) && !("type" in output)
  return is_data ? JSON.stringify(output) : undefined
}
