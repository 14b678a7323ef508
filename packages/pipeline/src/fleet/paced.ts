import type { Forge } from "@proofloop/jobs/forge"
import type { Model } from "@proofloop/runtime"
import type { TokenBucket } from "./token_bucket.ts"

/** What one endpoint of models allows. */
export interface ModelPace {
  readonly requests: TokenBucket | null
  readonly tokens: TokenBucket | null
}

/** Tokens that a call is thought to use until its reply says so. */
const GUESSED_TOKENS = 4000

/** The same model; each call waits for its request and its tokens. */
export function pacedModel(model: Model, { requests, tokens }: ModelPace): Model {
  if (requests === null && tokens === null) return model
  const paced: Model = async (request, options) => {
    await requests?.take(1, options.signal)
    await tokens?.take(GUESSED_TOKENS, options.signal)
    const reply = await model(request, options)
    const { input_tokens = GUESSED_TOKENS, output_tokens = 0 } = reply.usage ?? {}
    const used = input_tokens + output_tokens
    // A model's own report cannot give anything back beyond the guess.
    if (Number.isFinite(used)) tokens?.settle(Math.max(used, 0) - GUESSED_TOKENS)
    return reply
  }
  const { model_name, provider, timeout_ms } = model
  return Object.assign(paced, { model_name, provider, timeout_ms })
}

const PARTS = ["git", "pulls", "comments", "checks", "reviews"] as const

/** The same forge; each call of it waits for its turn, which is about one request. */
export function pacedForge(forge: Forge, requests: TokenBucket | null): Forge {
  if (requests === null) return forge
  const parts = PARTS.map((name) => [name, forge[name] === null ? null : pacedPart(forge[name], requests)])
  return {
    ...forge,
    ...(Object.fromEntries(parts) as Pick<Forge, (typeof PARTS)[number]>),
    async repository(signal) {
      await requests.take(1, signal ?? never)
      return forge.repository(signal)
    },
    async defaultBranch(signal) {
      await requests.take(1, signal ?? never)
      return forge.defaultBranch(signal)
    },
  }
}

function pacedPart<Part extends object>(part: Part, requests: TokenBucket): Part {
  const entries = Object.entries(part).map(([name, method]: [string, unknown]) => {
    if (typeof method !== "function") return [name, method]
    const paced = async (...given: unknown[]): Promise<unknown> => {
      const signal = given.find((one) => one instanceof AbortSignal) ?? never
      await requests.take(1, signal)
      return Reflect.apply(method, part, given)
    }
    return [name, paced]
  })
  return Object.fromEntries(entries) as Part
}

const never = new AbortController().signal
