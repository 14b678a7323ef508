import { InvalidOptionError } from "@proofloop/foundation/errors"
import { raceAbort } from "@proofloop/foundation/process"
import * as z from "zod"
import { isModelError } from "../errors/model_error.ts"
import type { Model, ModelRequest } from "../protocol/model.ts"
import { errorOfAiSdk } from "./ai_sdk/failure.ts"
import { readGenerateResult } from "./ai_sdk/generate_result.ts"
import { isAiSdkModel, type AiSdkCallOptions, type AiSdkModel } from "./ai_sdk/language_model.ts"
import { aiSdkPrompt } from "./ai_sdk/prompt.ts"
import { streamedReply } from "./ai_sdk/stream_result.ts"
import { parseOptions } from "./option_schema.ts"
import { pricesSchema, type Prices } from "./prices.ts"
import { composeReply } from "./reply.ts"

export type { AiSdkModel } from "./ai_sdk/language_model.ts"

export interface FromAiSdkOptions {
  /** Adds `cost_usd` to the usage. */
  readonly prices?: Prices | undefined
  /** Whether a call whose pieces are read uses `doStream`. Default true; falls back to `doGenerate`. */
  readonly stream?: boolean | undefined
}

/**
 * An AI SDK language model (spec v2, v3 or v4) as a `Model`. It streams by `doStream` in a run, and uses `doGenerate`
 * where nobody reads the pieces. Settings such as the temperature belong to the AI SDK model. A call throws
 * `ModelError`, or the reason of its abort.
 */
export function fromAiSdk(languageModel: AiSdkModel, options: FromAiSdkOptions = {}): Model {
  if (!isAiSdkModel(languageModel)) {
    throw new InvalidOptionError({
      option: "fromAiSdk.languageModel",
      expected: EXPECTED_MODEL,
      got: languageModel,
    })
  }
  const { prices, stream = true } = parseOptions("fromAiSdk", optionsSchema, options)
  return Object.assign(
    async (...[request, call]: Parameters<Model>) => {
      const { signal, on_delta } = call
      signal.throwIfAborted()
      try {
        const asked = callOptions(request, signal)
        const streams = stream && on_delta !== undefined
        const streamed = streams ? await streamedReply(languageModel, asked, call) : null
        if (streamed !== null) return composeReply(streamed, request, prices)
        // The provider may ignore the signal.
        const result = await raceAbort(() => languageModel.doGenerate(asked), signal)
        return composeReply(readGenerateResult(result), request, prices)
      } catch (error) {
        if (signal.aborted || isModelError(error)) throw error
        throw errorOfAiSdk(error)
      }
    },
    { model_name: languageModel.modelId, provider: languageModel.provider },
  )
}

const EXPECTED_MODEL = "an AI SDK language model of specification v2, v3 or v4"

const optionsSchema = z.strictObject(
  { prices: pricesSchema.optional(), stream: z.boolean({ error: "a boolean" }).optional() },
  { error: "an object of options" },
)

function callOptions(
  { messages, tools, tool_choice }: ModelRequest,
  abortSignal: AbortSignal,
): AiSdkCallOptions {
  const prompt = aiSdkPrompt(messages)
  if (tools.length === 0) return { prompt, abortSignal }
  return {
    prompt,
    abortSignal,
    tools: tools.map(({ name, description, input_schema }) => {
      return { type: "function", name, description, inputSchema: { ...input_schema } }
    }),
    toolChoice: { type: tool_choice },
  }
}
