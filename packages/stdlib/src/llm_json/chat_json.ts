import {
  type Clock,
  isModelError,
  type JsonObject,
  type Message,
  type Model,
  type ModelReply,
  systemClock,
} from "@proofloop/runtime"
import { z } from "zod"
import { isFencedJson } from "./fenced_json.ts"
import { parseReply } from "./parse_reply.ts"

export interface ChatJsonOptions<Schema extends z.ZodType> {
  readonly messages: readonly Message[]
  readonly schema: Schema
  /** Replies asked for, the corrected ones included. Default 3. */
  readonly attempts?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Told of a reply in a fence: `g14_fenced_json`. A throw is ignored. */
  readonly on_event?: ((event: JsonObject & { readonly type: string }) => void) | undefined
  /** Which model of several this is, for events. Default "worker". */
  readonly role?: string | undefined
  /** A reply in a fence is an error. Default: PROOFLOOP_G14_REJECT_FENCED_JSON. */
  readonly reject_fenced?: boolean | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly clock?: Clock | undefined
}

/** A model answered, but not with what it was asked for: worth another try, unlike a model that is gone. */
export class JsonReplyError extends Error {
  readonly code = "unreadable_reply"

  constructor(message: string) {
    super(message)
    this.name = "JsonReplyError"
  }
}

const CALLS = 3
const DELAY_MS = 2000

/**
 * Asks a model for one JSON object of a shape; a reply that is none is shown to it with what is wrong, and asked for again
 * (critics facts 5.1). Rejects with JsonReplyError when none of the replies can be read or one was cut off, and with what
 * the model rejects with, connections and time-outs tried three times, 2 and 4 seconds apart.
 */
export async function chatJson<Schema extends z.ZodType>(
  model: Model,
  options: ChatJsonOptions<Schema>,
): Promise<z.output<Schema>> {
  const { attempts = 3, schema } = options
  const messages: Message[] = [...options.messages]
  let last = ""
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { text, provider_stop_reason } = await callModel(model, messages, options)
    if (provider_stop_reason === "length") {
      throw new JsonReplyError(`The reply was cut off at its longest after ${text.length} characters`)
    }
    tellFenced(model, text, attempt, options)
    const parsed = parseReply(text)
    const checked = "error" in parsed ? null : schema.safeParse(parsed.value)
    if (checked?.success) return checked.data
    last = text
    const problem = "error" in parsed ? parsed.error : z.prettifyError(checked?.error ?? new z.ZodError([]))
    messages.push({ role: "assistant", content: text }, { role: "user", content: correction(problem) })
  }
  const shown = Array.from(last).slice(0, 300).join("")
  throw new JsonReplyError(`Could not obtain valid JSON from LLM after ${attempts} attempt(s): ${shown}`)
}

function correction(problem: string): string {
  return `That reply cannot be used: ${Array.from(problem).slice(0, 600).join("")}
Answer again with one JSON object and nothing else: no prose, no Markdown fence. It starts with { and ends with }.`
}

async function callModel<Schema extends z.ZodType>(
  model: Model,
  messages: readonly Message[],
  { signal = new AbortController().signal, clock = systemClock }: ChatJsonOptions<Schema>,
): Promise<ModelReply> {
  for (let call = 1; ; call += 1) {
    try {
      return await model({ messages, tools: [], tool_choice: "none" }, { signal })
    } catch (error) {
      const passes = isModelError(error) && error.kind === "transient"
      if (!passes || call === CALLS || signal.aborted) throw error
      await clock.sleep(DELAY_MS * 2 ** (call - 1), signal)
    }
  }
}

function tellFenced<Schema extends z.ZodType>(
  model: Model,
  text: string,
  attempt: number,
  { on_event, role = "worker", env = process.env, reject_fenced }: ChatJsonOptions<Schema>,
): void {
  if (!isFencedJson(text)) return
  try {
    on_event?.({ type: "g14_fenced_json", role, model: model.model_name ?? "", attempt, chars: text.length })
  } catch {
    // A listener must not decide about a reply.
  }
  const is_strict = reject_fenced ?? /^(1|true|yes)$/i.test(env["PROOFLOOP_G14_REJECT_FENCED_JSON"] ?? "")
  if (is_strict) throw new JsonReplyError("The model put its JSON into a fence, which strict mode refuses")
}
