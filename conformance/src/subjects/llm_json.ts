import { thrownMessage } from "@proofloop/foundation/errors"
import { type Json, extractJson, isFencedJson } from "@proofloop/foundation/text"
import { type ScriptedStep, scriptedModel } from "@proofloop/runtime/testing"
import { chat, chatJson, parseReply } from "@proofloop/stdlib"
import { rejectsFencedJson, repairJson } from "@proofloop/stdlib/internal/llm"
import { z } from "zod"
import type { JsonObject } from "../json.ts"
import type { Subject } from "./subject.ts"

type Input =
  | { readonly op: "extract" | "repair" | "fenced"; readonly text: string }
  | { readonly op: "parse"; readonly text: string; readonly expect?: "object" | "array" }
  | { readonly op: "chat"; readonly replies: ScriptedStep[]; readonly tries?: number }
  | {
      readonly op: "chat_json"
      readonly replies: ScriptedStep[]
      readonly attempts?: number
      readonly env?: Readonly<Record<string, string>>
      /** JSON Schema of the object. */
      readonly schema?: JsonObject
    }

/** What is made of a model's reply that should be JSON. */
export const llmJson: Subject = {
  name: "llm_json",
  answer(given) {
    const input = given as unknown as Input
    switch (input.op) {
      case "extract":
        return { text: extractJson(input.text) }
      case "repair": {
        const text = repairJson(input.text)
        return { text, again: repairJson(text) === text, valid: isValid(text) }
      }
      case "fenced":
        return { fenced: isFencedJson(input.text) }
      case "parse":
        return parseReply(input.text, { expect: input.expect ?? "object" })
      case "chat":
        return talk(input)
      case "chat_json":
        return askForJson(input)
    }
  },
}

async function talk({ replies, tries }: Extract<Input, { op: "chat" }>) {
  const waits: number[] = []
  const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) }
  try {
    const text = await chat(scriptedModel(replies), {
      messages: [{ role: "user", content: "Go" }],
      tries,
      clock,
    })
    return { text, waits }
  } catch (error) {
    return { error: thrownMessage(error), waits }
  }
}

/** The value or the error, the model's last request before each reply, and the events. */
async function askForJson({ replies, attempts, env = {}, schema }: Extract<Input, { op: "chat_json" }>) {
  const asked: string[] = []
  const events: Json[] = []
  const scripted = scriptedModel(replies)
  const model = Object.assign(
    (...[request, options]: Parameters<typeof scripted>) => {
      asked.push(request.messages.at(-1)?.content ?? "")
      return scripted(request, options)
    },
    { model_name: "scripted" },
  )
  const common = { calls: asked, events }
  try {
    const value = await chatJson(model, {
      messages: [{ role: "user", content: "Go" }],
      schema: schema === undefined ? undefined : z.fromJSONSchema(schema),
      attempts,
      reject_fenced: rejectsFencedJson(env),
      on_event: (event) => events.push(event),
    })
    return { value, ...common }
  } catch (error) {
    return { error: thrownMessage(error), ...common }
  }
}

function isValid(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
