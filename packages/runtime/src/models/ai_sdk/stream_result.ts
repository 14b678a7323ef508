import { thrownMessage } from "@proofloop/foundation/errors"
import { raceAbort } from "@proofloop/foundation/process"
import { isRecord } from "@proofloop/foundation/text"
import { ModelError } from "../../errors/model_error.ts"
import type { ModelCallOptions } from "../../protocol/model.ts"
import type { ReplyDraft } from "../reply.ts"
import { readGenerateResult } from "./generate_result.ts"
import type { AiSdkCallOptions, AiSdkModel } from "./language_model.ts"

/**
 * Asks a model by `doStream` and tells each piece as it arrives; null when the model cannot stream. Throws the error
 * that the stream reports, or the reason of an abort. A stream that ends without `finish` throws a transient
 * `ModelError`.
 */
export async function streamedReply(
  model: AiSdkModel,
  options: AiSdkCallOptions,
  { signal, on_delta }: ModelCallOptions,
): Promise<ReplyDraft | null> {
  const doStream: unknown = Reflect.get(model, "doStream")
  if (typeof doStream !== "function") return null
  const begun: unknown = await raceAbort(async () => {
    try {
      return await Reflect.apply(doStream, model, [options])
    } catch (error) {
      if (cannotStream(error)) return null
      throw error
    }
  }, signal)
  if (begun === null) return null
  const reader = readerOf(begun)
  const parts = createParts(on_delta)
  try {
    for (;;) {
      const { done, value } = await raceAbort(() => reader.read(), signal)
      if (done) return parts.draft()
      parts.add(value)
    }
  } finally {
    // A failure to stop the provider no longer matters.
    reader.cancel().catch(() => undefined)
  }
}

/** An adapter that declares `doStream` without having it throws this error; the SDK's test model throws this text. */
function cannotStream(error: unknown): boolean {
  const name = error instanceof Error ? error.name : ""
  return name === "AI_UnsupportedFunctionalityError" || thrownMessage(error) === "Not implemented"
}

function readerOf(begun: unknown): ReadableStreamDefaultReader<unknown> {
  const stream = isRecord(begun) ? begun["stream"] : undefined
  if (stream instanceof ReadableStream) return stream.getReader()
  throw new ModelError("not a result of doStream (no stream)", { kind: "invalid_response" })
}

/** Puts the parts of a stream together into the result that `doGenerate` would have given. */
function createParts(on_delta: ModelCallOptions["on_delta"]) {
  const content: Record<string, unknown>[] = []
  const names = new Map<string, string>()
  let end: Readonly<Record<string, unknown>> | null = null
  return {
    add(part: unknown): void {
      if (!isRecord(part)) return
      const { type, id, delta, toolName, error } = part
      if (type === "error") throw error
      if (type === "finish") end = part
      else if (type === "tool-call") content.push(part)
      else if (type === "tool-input-start") names.set(String(id), String(toolName))
      if (typeof delta !== "string" || delta === "") return
      if (type === "text-delta") {
        content.push({ type: "text", text: delta })
        on_delta?.(delta)
      } else if (type === "reasoning-delta") on_delta?.(delta, { kind: "reasoning" })
      else if (type === "tool-input-delta") {
        const call_id = String(id)
        on_delta?.(delta, { kind: "tool_input", call: { call_id, tool_name: names.get(call_id) ?? "" } })
      }
    },
    draft(): ReplyDraft {
      if (end === null) {
        throw new ModelError("the stream ended before the reply was complete", { kind: "transient" })
      }
      return readGenerateResult({ content, finishReason: end["finishReason"], usage: end["usage"] })
    },
  }
}
