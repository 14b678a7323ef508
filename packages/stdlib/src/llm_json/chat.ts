import { type Clock, systemClock } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Message, Model } from "@proofloop/runtime"
import { isModelError } from "@proofloop/runtime/internal"
import { LlmError } from "./llm_error.ts"

export interface ChatOptions {
  /** The conversation, oldest message first. */
  readonly messages: readonly Message[]
  /** Total tries when the model cannot be reached. Default 3. */
  readonly tries?: number | undefined
  /** Before the second try, in milliseconds; doubles each time. Default 2000. */
  readonly delay_ms?: number | undefined
  /** Serves the delays. Default: real time. */
  readonly clock?: Pick<Clock, "sleep"> | undefined
  /** Aborts the request. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/** The text of one reply without tools; lost connections are tried again. Rejects with LlmError for an empty reply and a cut one. */
export async function chat(model: Model, options: ChatOptions): Promise<string> {
  const { messages, tries = 3, delay_ms = 2000, clock = systemClock } = options
  const signal = options.signal ?? new AbortController().signal
  for (let failed = 0; ; failed += 1) {
    try {
      const reply = await model({ messages, tools: [], tool_choice: "none" }, { signal })
      return textOf(reply)
    } catch (error) {
      const again = isModelError(error) && error.kind === "transient" && failed + 1 < tries
      if (!again || signal.aborted) throw error
    }
    await clock.sleep(delay_ms * 2 ** failed, signal)
  }
}

function textOf({ text, provider_stop_reason, usage }: Awaited<ReturnType<Model>>): string {
  const reply = cutCodePoints(text, 300)
  if (provider_stop_reason === "length") {
    const tokens = usage === undefined ? "" : ` after ${usage.output_tokens} tokens`
    const message = `The reply was cut off at the provider's limit${tokens}; raise the limit or ask for less`
    throw new LlmError(message, { kind: "truncated", reply })
  }
  if (text.trim() === "") throw new LlmError("The reply is empty", { kind: "empty", reply })
  return text
}
