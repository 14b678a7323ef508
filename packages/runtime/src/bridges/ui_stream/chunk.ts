import type { LoopEvent } from "../../protocol/event.ts"
import type { RunStatus, StopReason } from "../../protocol/result.ts"

/** The metadata in the last chunk of a run. */
export interface UiMetadata {
  /** The run's id, as in its events. */
  readonly run_id: string
  /** How the run ended. */
  readonly status: RunStatus
  /** What ended the run. */
  readonly stop_reason: StopReason
  /** Whether a check passed on the files as they are at the end. */
  readonly verified: boolean
}

/** The chunks of a UI message stream (ai 5, 6 and 7) that a run makes; written down so that no version of `ai` is needed. */
export type UiChunk =
  | { type: "start"; messageId: string }
  | { type: "start-step" | "finish-step" }
  | { type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; id: string }
  | { type: "text-delta" | "reasoning-delta"; id: string; delta: string }
  | { type: "tool-input-start"; toolCallId: string; toolName: string }
  | { type: "tool-input-delta"; toolCallId: string; inputTextDelta: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown }
  | { type: "tool-input-error"; toolCallId: string; toolName: string; input: unknown; errorText: string }
  | { type: "tool-output-available"; toolCallId: string; output: unknown }
  | { type: "tool-output-error"; toolCallId: string; errorText: string }
  | { type: "data-proofloop"; id: string; data: LoopEvent }
  | { type: "error"; errorText: string }
  | { type: "abort" }
  | { type: "finish"; finishReason: "stop" | "length" | "error" | "other"; messageMetadata: UiMetadata }
