import type { Model } from "../protocol/model.ts"
import { exchange } from "./openai/exchange.ts"
import { openAICompatibleSettings, type OpenAICompatibleOptions } from "./openai/options.ts"
import { requestBody } from "./openai/request_body.ts"
import { composeReply } from "./reply.ts"

export type { OpenAICompatibleOptions } from "./openai/options.ts"

/**
 * A model behind any server that speaks OpenAI's chat completions API. Throws `InvalidOptionError` for a bad option.
 * A call throws `ModelError`, whose message never holds the key, or the reason of its abort.
 */
export function openAICompatible(options: OpenAICompatibleOptions): Model {
  const settings = openAICompatibleSettings(options)
  return Object.assign(
    async (...[request, call]: Parameters<Model>) => {
      const draft = await exchange(settings, requestBody(request, settings), call)
      return composeReply(draft, request, settings.prices)
    },
    { model_name: settings.model, provider: settings.url.host, timeout_ms: settings.timeout_ms },
  )
}
