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

export type Message =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string; readonly feedback_kind?: FeedbackKind | undefined }
  | {
      readonly role: "assistant"
      readonly content: string
      readonly tool_calls?: readonly ToolCall[] | undefined
    }
  | {
      readonly role: "tool"
      readonly content: string
      readonly tool_call_id: string
      readonly tool_name: string
      readonly ok: boolean
    }
