import type { ToolCall } from "./tool.ts"

/** Why the loop spoke to the model. */
export type FeedbackKind =
  | "stall_diagnostics"
  | "verify_completion"
  | "verifier_unable"
  | "parse_errors"
  | "post_turn"
  | "required_tools"
  | "no_progress_streak"
  | "completion_confirmation"
  | "terminal_callback"
  | "thrash_recovery"
  | "monologue_recovery"
  | "final_wrapup"

/** One message of the conversation. */
export type Message =
  | {
      readonly role: "system"
      /** The instructions. */
      readonly content: string
    }
  | {
      readonly role: "user"
      /** The task, or what the loop says to the model. */
      readonly content: string
      /** Why the loop speaks; absent on the task. */
      readonly feedback_kind?: FeedbackKind | undefined
    }
  | {
      readonly role: "assistant"
      /** Text of the reply. */
      readonly content: string
      /** Calls of the reply, in order; absent for none. */
      readonly tool_calls?: readonly ToolCall[] | undefined
    }
  | {
      readonly role: "tool"
      /** What the model reads of the result. */
      readonly content: string
      /** Id of the call. */
      readonly tool_call_id: string
      /** The tool that was called. */
      readonly tool_name: string
      /** Whether the call succeeded. */
      readonly ok: boolean
    }
