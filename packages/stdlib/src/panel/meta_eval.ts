import { thrownMessage } from "@proofloop/foundation/errors"
import type { Model } from "@proofloop/runtime"
import { z } from "zod"
import { type Asked, askJson } from "../gate/ask_json.ts"
import type { ReviewFinding } from "./finding.ts"
import { metaMessages } from "./prompts.ts"

const meta_reply = z.strictObject({
  winner: z.enum(["v0", "v1", "tie"]),
  rationale: z.string().trim().max(600).default(""),
})

export type MetaVerdict = z.output<typeof meta_reply>

/**
 * Which version is better. Any answer but v1, and a judge that fails, loses the refinement.
 * @requirement critics.refiner
 */
export async function weighRefinement(
  model: Model,
  versions: {
    readonly findings: readonly ReviewFinding[]
    readonly before: string
    readonly refinement: string
  },
  asked: Asked,
): Promise<MetaVerdict> {
  try {
    const { findings, before, refinement } = versions
    return await askJson(model, metaMessages(findings, before, refinement), meta_reply, {
      ...asked,
      role: "meta",
    })
  } catch (error) {
    return { winner: "v0", rationale: `meta_eval_failed: ${thrownMessage(error)}` }
  }
}
