import { type JsonObject, redactSecrets } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import type { z } from "zod"
import { chatJson, type ChatJsonOptions } from "../llm_json/chat_json.ts"
import { LlmError } from "../llm_json/llm_error.ts"
import { DATA_NOTE } from "../prompts/data_block.ts"
import type { PromptFileOptions, RenderPrompt } from "./prompt_file.ts"

export interface AskOptions extends PromptFileOptions {
  /** Aborts the request. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Gets chatJson's event. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event: "g14_fenced_json". */
          readonly type: string
        },
      ) => void)
    | undefined
}

/**
 * Asks a model with a prompt file, until its reply fits the schema: at most 3 times, or `attempts`. Rejects with an
 * LlmError without secrets, or with the model's error.
 */
export type AskPrompt<Name extends string> = <Schema extends z.ZodType>(
  model: Model,
  name: Name,
  values: Readonly<Record<string, string>>,
  options: AskOptions &
    Pick<ChatJsonOptions<Schema>, "attempts"> & {
      readonly schema: Schema
    },
) => Promise<z.output<Schema>>

/** Questions by the prompt files of a package. A file's name is the role in events. */
export function promptAsker<Name extends string>(render: RenderPrompt<Name>): AskPrompt<Name> {
  return async (model, name, values, { schema, attempts, prompt_dir, signal, on_event }) => {
    const messages = [
      { role: "system", content: DATA_NOTE },
      { role: "user", content: await render(name, values, { prompt_dir }) },
    ] as const
    try {
      return await chatJson(model, { messages, schema, role: name, attempts, signal, on_event })
    } catch (error) {
      if (!(error instanceof LlmError)) throw error
      const { kind, reply, message } = error
      throw new LlmError(redactSecrets(message), { kind, reply: redactSecrets(reply) })
    }
  }
}
