import type { Clock } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"
import type { Forge } from "../../forge/forge.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { TokenBucket } from "./token_bucket.ts"

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

export interface ForgePace {
  readonly requests: TokenBucket | null
  readonly clock: Clock
  /** The forge's wish that nobody asks before this time of the clock. */
  limit: { readonly until: number; readonly error: ForgeError } | null
}

const PARTS = ["git", "pulls", "comments", "checks", "reviews"] as const

/**
 * The same forge, each call of which waits for its turn, counted as one request. While the account is limited, each call
 * is refused with that limit and the forge is not asked.
 */
export function pacedForge(forge: Forge, pace: ForgePace): Forge {
  const parts = PARTS.map((name) => [name, forge[name] === null ? null : pacedPart(forge[name], pace)])
  return {
    ...forge,
    ...(Object.fromEntries(parts) as Pick<Forge, (typeof PARTS)[number]>),
    repository: async (signal) => paced(pace, signal, async () => forge.repository(signal)),
    defaultBranch: async (signal) => paced(pace, signal, async () => forge.defaultBranch(signal)),
  }
}

function pacedPart<Part extends object>(part: Part, pace: ForgePace): Part {
  const entries = Object.entries(part).map(([name, method]: [string, unknown]) => {
    if (typeof method !== "function") return [name, method]
    const call = async (...given: unknown[]): Promise<unknown> => {
      const signal = given.find((one) => one instanceof AbortSignal)
      return paced(pace, signal, async () => Reflect.apply(method, part, given) as unknown)
    }
    return [name, call]
  })
  return Object.fromEntries(entries) as Part
}

async function paced<Result>(
  pace: ForgePace,
  signal: AbortSignal = never,
  call: () => Promise<Result>,
): Promise<Result> {
  refuseWhileLimited(pace)
  await pace.requests?.take(1, signal)
  refuseWhileLimited(pace)
  try {
    return await call()
  } catch (error) {
    if (error instanceof ForgeError && error.problem === "limit" && error.retry_after_ms !== null) {
      const until = pace.clock.now() + error.retry_after_ms
      if (until > (pace.limit?.until ?? -Infinity)) pace.limit = { until, error }
    }
    throw error
  }
}

function refuseWhileLimited({ limit, clock }: ForgePace): void {
  const left = limit === null ? 0 : limit.until - clock.now()
  if (limit === null || left <= 0) return
  const { message } = limit.error
  throw new ForgeError(message, {
    retryable: true,
    problem: "limit",
    retry_after_ms: left,
    cause: limit.error,
  })
}

const never = new AbortController().signal
