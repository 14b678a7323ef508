import type { Message, Model } from "@proofloop/runtime"
import type { z } from "zod"
import { chatJson, rejectsFencedJson } from "../llm_json/chat_json.ts"
import type { GateListener } from "./event.ts"

export interface Asked {
  readonly emit: GateListener
  readonly signal?: AbortSignal | undefined
  /** PROOFLOOP_G14_REJECT_FENCED_JSON. Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/** A model's answer in a given shape. Rejects as chatJson does. `role` tells the models apart in events. */
export async function askJson<Schema extends z.ZodType>(
  model: Model,
  messages: readonly Message[],
  schema: Schema,
  { emit, signal, role, env = process.env }: Asked & { readonly role: string },
): Promise<z.output<Schema>> {
  return chatJson(model, {
    messages,
    schema,
    role,
    on_event: emit,
    signal,
    reject_fenced: rejectsFencedJson(env),
  })
}
