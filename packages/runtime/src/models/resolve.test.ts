import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { MockLanguageModelV3 } from "ai/test"
import { expect, test } from "vitest"
import { resolveModel } from "./resolve.ts"
import { scriptedModel } from "./scripted.ts"

test("a function is the model itself", () => {
  const model = scriptedModel([])
  expect(resolveModel(model)).toBe(model)
})

test("an AI SDK language model is adapted", () => {
  const model = resolveModel(new MockLanguageModelV3({ provider: "p", modelId: "m" }))
  expect([model.model_name, model.provider]).toEqual(["m", "p"])
})

const provider = Object.assign(() => {}, { specificationVersion: "v3", languageModel: () => {} })

test.each([
  [undefined, "a function"],
  [null, "a function"],
  [{}, "a function"],
  ["openai/gpt", "a bare model name needs a provider"],
  [provider, "a model, not a provider"],
  [{ specificationVersion: "v1", doGenerate() {} }, "(not v1)"],
  [{ specificationVersion: "v9", doGenerate() {} }, "(not v9)"],
  [{ specificationVersion: "v3" }, "an AI SDK language model of specification v2, v3 or v4"],
])("%j is refused by name", (input, expected) => {
  let refused: unknown
  try {
    // @ts-expect-error what a host without types may pass
    resolveModel(input)
  } catch (error) {
    refused = error
  }
  expect(isInvalidOptionError(refused) ? [refused.option, refused.expected] : refused).toEqual([
    "createAgentLoop.model",
    expect.stringContaining(expected),
  ])
})

test("the option's name is the caller's", () => {
  // @ts-expect-error no model
  expect(() => resolveModel(7, "verify_completion_judge.model")).toThrow(
    /^verify_completion_judge\.model: expected/,
  )
})
