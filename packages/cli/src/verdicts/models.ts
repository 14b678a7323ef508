import { type Model, openAICompatible } from "@proofloop/runtime"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { askedModel } from "../run/job.ts"
import { readModelSettings } from "../run/model_settings.ts"

/** The model that the flags of this call name, or the environment. Throws Misuse. */
export function readModel(input: Input, io: Io): Model {
  return openAICompatible(readModelSettings(askedModel(input), io.env))
}
