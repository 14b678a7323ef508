import { type JsonObject, redactSecrets } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { chatJson, type ChatJsonOptions, DATA_NOTE, LlmError } from "@proofloop/stdlib/llm"
import type { z } from "zod"
import { type PromptName, renderPrompt } from "./render_prompt.ts"

/** What every question to a model takes. */
export interface AskOptions {
  readonly prompt_dir?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets chatJson's event. */
  readonly on_event?: ((event: JsonObject & { readonly type: string }) => void) | undefined
}

/**
 * Asks a model with a prompt file, until its reply fits the schema: 3 times at most, or `attempts`. Rejects with an LlmError
 * without secrets, or with what the model throws.
 */
export async function ask<Schema extends z.ZodType>(
  model: Model,
  role: PromptName,
  values: Readonly<Record<string, string>>,
  options: AskOptions & Pick<ChatJsonOptions<Schema>, "attempts"> & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const { schema, attempts, prompt_dir, signal, on_event } = options
  const messages = [
    { role: "system", content: DATA_NOTE },
    { role: "user", content: await renderPrompt(role, values, { prompt_dir }) },
  ] as const
  try {
    return await chatJson(model, { messages, schema, role, attempts, signal, on_event })
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    const { kind, reply, message } = error
    throw new LlmError(redactSecrets(message), { kind, reply: redactSecrets(reply) })
  }
}
