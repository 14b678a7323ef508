import type { AiSdkCallOptions, AiSdkModel } from "./language_model.ts"

/** A language model in the shape of a spec version, as the packages of that version build it. */
export function shaped(
  specificationVersion: string,
  result: unknown,
): AiSdkModel & { readonly asked: AiSdkCallOptions[] } {
  const asked: AiSdkCallOptions[] = []
  return {
    specificationVersion,
    provider: "shape",
    modelId: "m",
    asked,
    async doGenerate(options) {
      asked.push(options)
      return typeof result === "function" ? result(options) : result
    },
  }
}
