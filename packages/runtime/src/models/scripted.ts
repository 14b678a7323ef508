import { setTimeout as wait } from "node:timers/promises"
import { raceAbort, type Clock } from "@proofloop/foundation/process"
import { z } from "zod"
import type { Model, ModelReply, ModelRequest } from "../protocol/model.ts"
import { parseOptions } from "./option_schema.ts"
import { estimatedUsage } from "./script/estimated_usage.ts"
import { scriptedError, type ScriptedStep } from "./script/step.ts"
import {
  createStepSource,
  whenExhaustedSchema,
  type Script,
  type WhenExhausted,
} from "./script/step_source.ts"

export type { ScriptedCall, ScriptedStep } from "./script/step.ts"
export type { Script, WhenExhausted } from "./script/step_source.ts"

export interface ScriptedModelOptions {
  /** What happens when a list of steps has run out. Default "error": a `ModelError` of kind invalid_request. */
  readonly when_exhausted?: WhenExhausted | undefined
  /**
   * What counts as a turn: each call of the model ("calls", the default), or the assistant messages of the request
   * ("transcript"), which survives a resumed run but meets a failing step again at each retry.
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
  const sleep = clock ? clock.sleep.bind(clock) : realSleep
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

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal ? { signal } : {})
}

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
