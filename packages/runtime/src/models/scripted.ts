import { type Clock, raceAbort, systemClock } from "@proofloop/foundation/process"
import * as z from "zod"
import type { Message } from "../protocol/message.ts"
import type { Model, ModelReply, ModelRequest, Usage } from "../protocol/model.ts"
import { parseOptions } from "./option_schema.ts"
import { scriptedError, type ScriptedStep } from "./script/step.ts"
import {
  createStepSource,
  type Script,
  type WhenExhausted,
  whenExhaustedSchema,
} from "./script/step_source.ts"

/** A long run would count every message again at every turn. */
const lengths = new WeakMap<object, number>()

export type { ScriptedCall, ScriptedStep } from "./script/step.ts"
export type { Script, WhenExhausted } from "./script/step_source.ts"

export interface ScriptedModelOptions {
  /** What happens when a list of steps has run out. Default "error": a `ModelError` of kind invalid_request. */
  readonly when_exhausted?: WhenExhausted | undefined
  /**
   * What counts as a turn. "calls" (default): each call of the model. "transcript": the assistant messages of the
   * request, which works in a resumed run but meets a failing step again at each retry.
   */
  readonly turn_from?: "calls" | "transcript" | undefined
  /** Default "scripted". */
  readonly model_name?: string | undefined
  /** Serves `delay_ms`. Default: real time. */
  readonly clock?: Pick<Clock, "sleep"> | undefined
}

/**
 * A model that follows a script: offline, deterministic, without cost. Bad steps throw `InvalidOptionError`, those of a
 * list at once. `on_delta` gets a reply's text in one piece.
 */
export function scriptedModel(script: Script<ModelRequest>, options: ScriptedModelOptions = {}): Model {
  const { when_exhausted, turn_from, model_name, clock } = parseOptions(
    "scriptedModel",
    optionsSchema,
    options,
  )
  const stepOf = createStepSource("scriptedModel", script, when_exhausted)
  const sleep: Clock["sleep"] = (ms, stop) => (clock ?? systemClock).sleep(ms, stop)
  let calls = 0
  return Object.assign(
    async (...[request, { signal, on_delta }]: Parameters<Model>) => {
      signal.throwIfAborted()
      calls += 1
      const turn = turn_from === "transcript" ? assistantMessages(request) + 1 : calls
      const step = await raceAbort(() => stepOf(request, turn), signal)
      const { delay_ms } = step
      if (delay_ms) await raceAbort(() => sleep(delay_ms, signal), signal)
      if (step.throws) throw scriptedError(step.throws)
      if (step.text) on_delta?.(step.text)
      return replyOf(step, turn, request)
    },
    { model_name: model_name ?? "scripted", provider: "proofloop" },
  )
}

const optionsSchema = z.strictObject(
  {
    when_exhausted: whenExhaustedSchema,
    turn_from: z.enum(["calls", "transcript"], { error: "one of calls, transcript" }).optional(),
    model_name: z.string({ error: "a name" }).optional(),
    clock: z
      .custom<Pick<Clock, "sleep">>(
        (value) => typeof value === "object" && value !== null && "sleep" in value,
        {
          error: "a clock { now, sleep }",
        },
      )
      .optional(),
  },
  { error: "an object of options" },
)

function assistantMessages(request: ModelRequest): number {
  return request.messages.filter((message) => message.role === "assistant").length
}

function replyOf(step: ScriptedStep, turn: number, request: ModelRequest): ModelReply {
  const { text = "", tool_calls = [], parse_errors } = step
  const calls = tool_calls.map((call, at) => ({
    id: call.id ?? `call_${turn}_${at + 1}`,
    name: call.name,
    arguments: call.arguments ?? {},
  }))
  return {
    text,
    tool_calls: calls,
    provider_stop_reason: step.provider_stop_reason ?? (calls.length > 0 ? "tool_calls" : "stop"),
    usage: step.usage ?? estimatedUsage(step, request),
    ...(parse_errors ? { parse_errors } : {}),
  }
}

/** A token for every 4 characters, rounded up: of messages and tool definitions, and of the reply. */
function estimatedUsage(
  { text = "", tool_calls = [] }: ScriptedStep,
  { messages, tools }: Pick<ModelRequest, "messages" | "tools">,
): Usage {
  let input = tools.length > 0 ? remembered(tools, jsonLength) : 0
  for (const message of messages) input += remembered(message, messageLength)
  return {
    input_tokens: Math.ceil(input / 4),
    output_tokens: Math.ceil((text.length + callsLength(tool_calls)) / 4),
  }
}

function remembered<T extends object>(value: T, count: (value: T) => number): number {
  const known = lengths.get(value) ?? count(value)
  lengths.set(value, known)
  return known
}

function messageLength(message: Message): number {
  return message.content.length + (message.role === "assistant" ? callsLength(message.tool_calls ?? []) : 0)
}

interface AnyCall {
  readonly name?: string | undefined
  readonly arguments?: unknown
}

function callsLength(calls: readonly AnyCall[]): number {
  return calls.reduce((sum, call) => sum + (call.name ?? "").length + jsonLength(call.arguments ?? {}), 0)
}

function jsonLength(value: unknown): number {
  return (JSON.stringify(value) ?? "").length
}
