import type { LoopEvent } from "../../protocol/event.ts"
import type { RunStatus, StopReason } from "../../protocol/result.ts"

export interface UiMetadata {
  readonly run_id: string
  readonly status: RunStatus
  readonly stop_reason: StopReason
  /** Whether a check passed on the files as they are at the end. */
  readonly verified: boolean
}

/** The chunks of a UI message stream (ai 5, 6 and 7) that a run makes; written down so that no version of `ai` is needed. */
export type UiChunk =
  | {
      type: "start"
      messageId: string
    }
  | {
      /** A turn begins or is over. */
      type: "start-step" | "finish-step"
    }
  | {
      /** A piece of text or of reasoning begins or is over. */
      type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"
      id: string
    }
  | {
      /** More of a piece of text or reasoning. */
      type: "text-delta" | "reasoning-delta"
      id: string
      delta: string
    }
  | {
      type: "tool-input-start"
      toolCallId: string
      toolName: string
    }
  | {
      type: "tool-input-delta"
      toolCallId: string
      /** The next characters of the arguments, as JSON text. */
      inputTextDelta: string
    }
  | {
      type: "tool-input-available"
      toolCallId: string
      toolName: string
      input: unknown
    }
  | {
      type: "tool-input-error"
      toolCallId: string
      toolName: string
      /** Always undefined; the deltas before told what arrived. */
      input: unknown
      errorText: string
    }
  | {
      type: "tool-output-available"
      toolCallId: string
      output: unknown
    }
  | {
      type: "tool-output-error"
      toolCallId: string
      /** The output of the failed call, or its status. */
      errorText: string
    }
  | {
      type: "data-proofloop"
      /** The run's id and the event's number, so that a resent chunk replaces itself. */
      id: string
      data: LoopEvent
    }
  | {
      type: "error"
      errorText: string
    }
  | { type: "abort" }
  | {
      type: "finish"
      /** How the run ended, in the words of the AI SDK. */
      finishReason: "stop" | "length" | "error" | "other"
      /** How the run ended, in the words of this library. */
      messageMetadata: UiMetadata
    }
