import type { Clock } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"
import type { Forge } from "../../forge/forge.ts"
import type { PipelineOptions, WorkOptions } from "../settings.ts"
import { type ForgePace, type ModelPace, pacedForge, pacedModel } from "./paced.ts"
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
  const accounts = new Map<string, ForgePace>()
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
      const fresh: ForgePace = { requests: bucket(rates.forge_requests), clock, limit: null }
      if (forge.account === undefined) return pacedForge(forge, fresh)
      const account = `${forge.name} ${forge.account}`
      const pace = accounts.get(account) ?? fresh
      accounts.set(account, pace)
      return pacedForge(forge, pace)
    },
  }
}
