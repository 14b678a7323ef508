import type { JsonObject } from "@proofloop/foundation/text"
import type { Message } from "./message.ts"
import type { ToolCall } from "./tool.ts"

/** What one model call used. */
export interface Usage {
  /** Tokens of the request. */
  readonly input_tokens: number
  /** Tokens of the reply. */
  readonly output_tokens: number
  /** Price of the call in US dollars; absent where no price is known. */
  readonly cost_usd?: number | undefined
}

/** A tool as it is described to the model. */
export interface ToolDefinition {
  /** What the model calls it by. */
  readonly name: string
  /** What it does and when to call it. */
  readonly description: string
  /** JSON Schema (draft 2020-12) of the arguments. */
  readonly input_schema: JsonObject
}

/** What a model is asked. */
export interface ModelRequest {
  /** The conversation so far, oldest first. */
  readonly messages: readonly Message[]
  /** The tools the model may call. */
  readonly tools: readonly ToolDefinition[]
  /** "none" in the tool-less wrap-up call. */
  readonly tool_choice: "auto" | "none"
}

/** What a model answers. */
export interface ModelReply {
  /** Text of the reply; "" for none. */
  readonly text: string
  /** Calls the reply asks for, in order; empty for none. */
  readonly tool_calls: readonly ToolCall[]
  /** stop | tool_calls | length | content_filter | error | context_window, or what the provider says. */
  readonly provider_stop_reason?: string | undefined
  /** Tokens and price of the call; absent where the provider does not say. */
  readonly usage?: Usage | undefined
  /** Tool-shaped output that could not be parsed, one message each; told back to the model. */
  readonly parse_errors?: readonly string[] | undefined
}

/** What a piece of a reply belongs to, when it is not part of the text. */
export type ModelDelta =
  | { readonly kind: "reasoning" }
  | {
      /** JSON text of a call's arguments. */
      readonly kind: "tool_input"
      /** The call, as the provider names it. */
      readonly call: {
        /** Id of the call. */
        readonly call_id: string
        /** Name of the called tool. */
        readonly tool_name: string
      }
    }

export interface ModelCallOptions {
  /** Aborts the request. The model must settle soon after. */
  readonly signal: AbortSignal
  /**
   * Called with each piece as it arrives, if the model streams. `delta` says what the piece belongs to; absent for
   * the reply's own text. A retried call tells its pieces again.
   */
  readonly on_delta?: ((text: string, delta?: ModelDelta) => void) | undefined
}

/**
 * The port to a language model: one request, one reply. It may throw; a `ModelError` says whether a retry makes sense,
 * anything else counts as not retryable.
 */
export interface Model {
  (request: ModelRequest, options: ModelCallOptions): Promise<ModelReply>
  /** Name of the model, for traces. Default: none. */
  readonly model_name?: string | undefined
  /** Name of the provider, for traces. Default: none. */
  readonly provider?: string | undefined
  /** Milliseconds after which a call gives up by itself. A shorter `model_timeout_ms` of the loop bounds it, too. */
  readonly timeout_ms?: number | undefined
}
