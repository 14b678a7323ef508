import { ModelError } from "../../errors/model_error.ts"
import type { Usage } from "../../protocol/model.ts"
import type { ReplyDraft } from "../reply.ts"
import { createCallAssembly } from "./call_assembly.ts"
import { errorOfPayload } from "./failure.ts"
import { contentText, parseCompletion, type Completion } from "./wire.ts"

export interface CompletionReader {
  /** Adds a chunk and returns the text it brought; throws a `ModelError` for an error object or an unreadable chunk. */
  add(chunk: unknown): string
  /** Whether there was a reply at all, however empty. */
  readonly has_choice: boolean
  readonly finished: boolean
  draft(): ReplyDraft
}

/** Reads a reply that was not streamed; throws a `ModelError` for anything else. */
export function readCompletion(text: string): ReplyDraft {
  const reader = createCompletionReader()
  reader.add(parseJson(text, "the body"))
  if (reader.has_choice) return reader.draft()
  throw new ModelError("not a chat completion (no choices)", { kind: "invalid_response" })
}

export function createCompletionReader(): CompletionReader {
  const calls = createCallAssembly()
  let text = ""
  let finish_reason: string | null = null
  let usage: Usage | undefined
  let has_choice = false
  return {
    get has_choice() {
      return has_choice
    },
    get finished() {
      return finish_reason !== null
    },
    add(value) {
      const chunk = parseCompletion(value)
      // Some servers send an empty error with every chunk.
      if (chunk.error) throw errorOfPayload(chunk.error)
      usage = usageOf(chunk) ?? usage
      let piece = ""
      for (const choice of chunk.choices ?? []) {
        if (choice.index) continue
        has_choice = true
        const message = choice.delta ?? choice.message
        piece += contentText(message?.content) + (message?.refusal ?? "")
        for (const call of message?.tool_calls ?? []) calls.add(call)
        finish_reason = choice.finish_reason || finish_reason
      }
      text += piece
      return piece
    },
    draft: () => ({ text, calls: calls.finish(), finish_reason, usage }),
  }
}

/** Reads JSON; throws a `ModelError` of kind invalid_response that says `what` was unreadable. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Shorten only after secrets are removed: a cut through a secret would show half of it.
    const start = text.slice(0, 2_000).replaceAll(/\s+/g, " ").trim()
    throw new ModelError(`${what} is not JSON: ${start}`, { kind: "invalid_response" })
  }
}

function usageOf(chunk: Completion): Usage | undefined {
  const { prompt_tokens, completion_tokens } = chunk.usage ?? {}
  if (prompt_tokens == null && completion_tokens == null) return undefined
  return { input_tokens: prompt_tokens ?? 0, output_tokens: completion_tokens ?? 0 }
}
