import { type JsonObject, cutCodePoints, isFencedJson, oneLine } from "@proofloop/foundation/text"
import type { Message, Model } from "@proofloop/runtime"
import * as z from "zod"
import { chat } from "./chat.ts"
import { LlmError } from "./llm_error.ts"
import { parseReply } from "./parse_reply.ts"

export interface ChatJsonOptions<Schema extends z.ZodType> {
  readonly messages: readonly Message[]
  /** Default: any object. */
  readonly schema?: Schema | undefined
  /** The type of the outermost value. Default "object". */
  readonly expect?: "object" | "array" | undefined
  /** Total questions to the model. Default 3. */
  readonly attempts?: number | undefined
  /** Aborts the requests. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** The role the model answers for, in events. Default "worker". */
  readonly role?: string | undefined
  /** Gets `g14_fenced_json { role, model, attempt, chars }`. Its errors are passed on. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event: "g14_fenced_json". */
          readonly type: string
        },
      ) => void)
    | undefined
  /** Whether a reply in a fence ends it all, instead of being read. Default: see rejectsFencedJson. */
  readonly reject_fenced?: boolean | undefined
}

/** PROOFLOOP_G14_REJECT_FENCED_JSON is 1, true or yes. */
export function rejectsFencedJson(env: Readonly<Record<string, string | undefined>>): boolean {
  return ["1", "true", "yes"].includes(env["PROOFLOOP_G14_REJECT_FENCED_JSON"]?.trim().toLowerCase() ?? "")
}

/**
 * Asks a model for a JSON object that fits the schema. An unusable reply is answered with the problem and asked for
 * again. Rejects with an LlmError after the last attempt, and at once when a reply is cut off or empty. An error of
 * the model is passed on at once.
 * @requirement critics.llm_json
 */
export async function chatJson<Schema extends z.ZodType = typeof anyObject>(
  model: Model,
  options: ChatJsonOptions<Schema>,
): Promise<z.output<Schema>> {
  const { attempts = 3, signal, role = "worker", on_event, expect } = options
  const reject_fenced = options.reject_fenced ?? rejectsFencedJson(process.env)
  let messages = options.messages
  let raw = ""
  let refusal = ""
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    raw = await chat(model, { messages, tries: 1, signal })
    if (isFencedJson(raw)) {
      on_event?.({ type: "g14_fenced_json", role, model: model.model_name ?? "", attempt, chars: raw.length })
      if (reject_fenced) throw llmError("The reply is JSON in a fence, which is refused here", "fenced", raw)
    }
    const read = readReply(raw, expect, options.schema)
    if ("value" in read) return read.value
    refusal = read.is_json ? `${cutCodePoints(oneLine(read.error), 300)}; the last reply: ` : ""
    messages = [...messages, ...correction(raw, read.error, expect)]
  }
  const head = `Could not obtain valid JSON from LLM after ${attempts} attempt(s)`
  throw llmError(`${head}: ${refusal}${cutCodePoints(raw, 300)}`, "no_json", raw)
}

const anyObject = z.record(z.string(), z.json())

function readReply<Schema extends z.ZodType>(
  raw: string,
  expect: "object" | "array" | undefined,
  schema: Schema | undefined,
): { readonly value: z.output<Schema> } | { readonly error: string; readonly is_json: boolean } {
  const parsed = parseReply(raw, { expect: expect ?? "object" })
  if ("error" in parsed) return { ...parsed, is_json: false }
  if (schema === undefined) return { value: parsed.value as z.output<Schema> }
  const fitting = schema.safeParse(parsed.value)
  return fitting.success
    ? { value: fitting.data }
    : { error: cutCodePoints(z.prettifyError(fitting.error), 1000), is_json: true }
}

/** A bad reply may have any length. */
const MAX_QUOTED = 20_000

function correction(raw: string, error: string, expect: "object" | "array" = "object"): Message[] {
  const [open, close] = expect === "array" ? ["[", "]"] : ["{", "}"]
  const content = [
    `That could not be used: ${error}.`,
    `Reply once more with one JSON ${expect} and nothing else: no code fence, no words before or after it.`,
    `The first character is ${open}, the last is ${close}; in strings, quotes are \\" and line ends are \\n.`,
  ].join("\n")
  return [
    { role: "assistant", content: raw.slice(0, MAX_QUOTED) },
    { role: "user", content },
  ]
}

function llmError(message: string, kind: "fenced" | "no_json", raw: string): LlmError {
  return new LlmError(message, { kind, reply: cutCodePoints(raw, 300) })
}
