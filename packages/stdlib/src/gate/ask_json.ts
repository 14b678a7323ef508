import type { Message, Model } from "@proofloop/runtime"
import type { z } from "zod"
import { chatJson } from "../llm_json/chat_json.ts"
import type { GateListener } from "./event.ts"

export interface Asked {
  readonly emit: GateListener
  readonly signal?: AbortSignal | undefined
}

/** What a model answers, in a shape. Rejects as chatJson does. `role` tells the models apart in events. */
export async function askJson<Schema extends z.ZodType>(
  model: Model,
  messages: readonly Message[],
  schema: Schema,
  { emit, signal, role }: Asked & { readonly role: string },
): Promise<z.output<Schema>> {
  return chatJson(model, { messages, schema, role, on_event: emit, signal })
}
