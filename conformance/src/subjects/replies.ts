import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"

/** What a model answers: a text, an object that is sent as JSON, or `{ throws }`. */
export type Reply = string | Readonly<Record<string, unknown>>

/** A model that gives these replies in order, the last one again and again. */
export function modelOf(replies: readonly Reply[] = []): Model {
  return scriptedModel((_request, turn) => {
    const reply = replies[turn - 1] ?? replies.at(-1) ?? { throws: "no reply is left" }
    if (typeof reply === "string") return { text: reply }
    if (typeof reply["throws"] === "string") throw new Error(reply["throws"])
    return { text: JSON.stringify(reply) }
  })
}
