import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Model } from "../protocol/model.ts"
import { isAiSdkModel, type AiSdkModel } from "./ai_sdk/language_model.ts"
import { fromAiSdk } from "./from_ai_sdk.ts"

/** What a host may give as a model: a function, or any AI SDK language model. */
export type ModelInput = Model | AiSdkModel

/** The model a host meant; throws `InvalidOptionError` under the name `option` for anything else. */
export function resolveModel(input: ModelInput, option = "createAgentLoop.model"): Model {
  if (isAiSdkModel(input)) return fromAiSdk(input)
  const expected = expectation(input)
  if (expected === null && typeof input === "function") return input
  throw new InvalidOptionError({ option, expected: expected ?? "a model", got: input })
}

/** What to give instead of `input`, null for a plain function. */
function expectation(input: unknown): string | null {
  const model =
    "a function (request, options) => reply, openAICompatible({ ... }) or an AI SDK language model"
  if (typeof input === "string") return `${model}; a bare model name needs a provider`
  if ((typeof input !== "object" && typeof input !== "function") || input === null) return model
  if ("languageModel" in input) return "a model, not a provider: call the provider with the name of a model"
  if ("specificationVersion" in input) {
    return `an AI SDK language model of specification v2, v3 or v4 (not ${String(input.specificationVersion)})`
  }
  return typeof input === "function" ? null : model
}
