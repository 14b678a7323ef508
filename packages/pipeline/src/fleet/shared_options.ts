import type { Clock } from "@proofloop/foundation/process"
import type { Forge } from "@proofloop/jobs/forge"
import type { Model } from "@proofloop/runtime"
import type { PipelineOptions, WorkOptions } from "../settings.ts"
import { type ModelPace, pacedForge, pacedModel } from "./paced.ts"
import { createTokenBucket, type Rate } from "./token_bucket.ts"

/** What services allow this process; without one it is not limited. */
export interface FleetRates {
  /** Calls to each provider of models. */
  readonly model_requests?: Rate | undefined
  /** Input plus output tokens of each provider of models. */
  readonly model_tokens?: Rate | undefined
  /** Calls to each account on a forge. */
  readonly forge_requests?: Rate | undefined
}

/** What all repositories share: models and forges with the pace of their provider or account. */
export function sharedOptions(
  options: WorkOptions &
    Pick<PipelineOptions, "store" | "state_dir" | "on_event"> & { readonly rates?: FleetRates | undefined },
  clock: Clock,
) {
  const { rates = {}, model, models = {}, reviewers } = options
  const bucket = (rate: Rate | undefined) => (rate === undefined ? null : createTokenBucket(rate, clock))
  const paces = new Map<string, ModelPace>()
  const paced = (one: Model): Model => {
    const provider = one.provider ?? ""
    const pace = paces.get(provider) ?? {
      requests: bucket(rates.model_requests),
      tokens: bucket(rates.model_tokens),
    }
    paces.set(provider, pace)
    return pacedModel(one, pace)
  }
  const accounts = new Map<string, ReturnType<typeof bucket>>()
  const by_role = Object.entries(models).map(([role, one]) => [role, paced(one)])
  const pipeline: Omit<PipelineOptions, "forge"> = {
    ...options,
    model: paced(model),
    models: Object.fromEntries(by_role),
    ...(reviewers === undefined ? {} : { reviewers: reviewers.map(paced) }),
  }
  return {
    pipeline,
    paced(forge: Forge): Forge {
      const account = forge.account ?? forge.name
      const known = accounts.get(account)
      const requests = known === undefined ? bucket(rates.forge_requests) : known
      accounts.set(account, requests)
      return pacedForge(forge, requests)
    },
  }
}
