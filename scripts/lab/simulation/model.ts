import { type Model, ModelError } from "@proofloop/runtime"
import type { ModelErrorKind } from "@proofloop/runtime/internal"
import { conversationHash, replyOf } from "./agent.ts"
import { chanceOf, delayOf, faultOf, never, perform, type Surroundings } from "./surroundings.ts"

/** Those that a retry may help are the most frequent ones. */
export const MODEL_FAULTS = [
  "model_transient",
  "model_transient",
  "model_transient",
  "model_rate_limit",
  "model_provider_5xx",
  "model_slow",
  "model_rate_limit",
  "model_provider_5xx",
  "model_context_window",
  "model_authentication",
  "model_garbage",
  "model_throws",
  "model_slow",
  "model_hangs",
] as const

/** The model a run talks to: what it says depends on the conversation, how it fails also on how often it was asked. */
export function simulatedModel(around: Surroundings): Model {
  return async (request, { signal, on_delta }) => {
    const conversation = `${request.tool_choice} ${conversationHash(request.messages)}`
    const attempt = keptAttempts(around, conversation)
    const random = chanceOf(around, "model", `${conversation} ${attempt}`)
    const fault = faultOf(around, random, MODEL_FAULTS)
    const delay_ms = fault === "model_slow" ? random.int(1000, 30_000) : delayOf(random)
    const asked = { kind: "model", name: request.tool_choice, identity: conversation, delay_ms } as const
    return perform(around, { ...asked, signal: random.chance(0.8) ? signal : undefined }, async (effect) => {
      effect.facts["tools"] = request.tools.length
      effect.facts["attempt"] = attempt
      if (fault === "model_hangs" && signal.aborted) return never()
      if (fault !== null && fault !== "model_slow" && fault !== "model_hangs")
        return fail(fault, random.int(0, 5000))
      const reply = replyOf(around.plan, request)
      if (random.chance(0.2)) on_delta?.(reply.text)
      effect.facts["tokens"] = (reply.usage?.input_tokens ?? 0) + (reply.usage?.output_tokens ?? 0)
      effect.facts["cost"] = reply.usage?.cost_usd ?? 0
      return reply
    })
  }
}

/** How often the provider was asked the same before, without calls of a dead process, whose outcome is unknown. */
function keptAttempts({ world }: Surroundings, conversation: string): number {
  return world.effects.filter(
    ({ kind, identity, is_lost }) => kind === "model" && identity === conversation && !is_lost,
  ).length
}

/** The judge: a model of its own, which mostly answers as it is asked to. */
export function simulatedJudge(around: Surroundings, name: string): Model {
  return (request, { signal }) => {
    const identity = `${name} ${conversationHash(request.messages)}`
    const random = chanceOf(around, "judge", identity)
    const fault = faultOf(around, random, ["judge_garbage", "judge_throws"])
    const asked = { kind: "judge", name, identity, delay_ms: delayOf(random), signal } as const
    return perform(around, asked, () => {
      if (fault === "judge_throws") throw new Error("no judge today")
      if (fault === "judge_garbage") return { text: "perhaps", tool_calls: [] }
      const verdict = random.chance(0.5)
        ? { verdict: "done" }
        : { verdict: "continue", next_step: "Run the checks.", reasoning: "Nothing shows it." }
      return { text: JSON.stringify(verdict), tool_calls: [] }
    })
  }
}

function fail(fault: string, retry_after_ms: number): never {
  if (fault === "model_throws") throw new Error("the socket is gone")
  if (fault === "model_garbage") return { words: "none" } as never
  const kind = fault.slice("model_".length) as ModelErrorKind
  throw new ModelError(`the provider says ${kind}`, {
    kind,
    retry_after_ms: kind === "rate_limit" ? retry_after_ms : null,
  })
}
