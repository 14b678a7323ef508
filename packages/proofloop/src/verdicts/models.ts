import { oneLine } from "@proofloop/foundation/text"
import type { VerifierOptions } from "@proofloop/jobs/verifier"
import { type Model, openAICompatible } from "@proofloop/runtime"
import { givenFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { askedModel } from "../run/job.ts"
import { readModel } from "../run/model_settings.ts"

export interface AskedVerifiers {
  readonly model: Model
  readonly prompt_dir?: string
}

/** The verifiers that the flags of this call name, else the environment's. Throws Misuse. */
export function readVerifiers(input: Input, io: Io): AskedVerifiers {
  const prompt_dir = givenFolder(input, "prompt-dir", io)
  const model = openAICompatible(readModel(askedModel(input), input, io.env))
  return { model, ...(prompt_dir === undefined ? {} : { prompt_dir }) }
}

export function tellTrouble(io: Io): NonNullable<VerifierOptions["on_event"]> {
  return ({ type, lens, reason }) => {
    if (type !== "verifier.failed" || typeof lens !== "string" || typeof reason !== "string") return
    io.stderr.write(`proofloop: no verdict through ${lens}: ${oneLine(reason)}\n`)
  }
}
