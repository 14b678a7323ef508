import type { ToolCall, ToolResult } from "@proofloop/runtime/internal/detector"

export interface RecordedCall {
  /** Position of the recorded event: one call with its observation, or a turn without a call, counted from 0 in a run. */
  readonly event: number
  /** By which the recording names the call, or the one whose code made it. */
  readonly id?: string | undefined
  readonly tool_call: ToolCall
  /** With resolved annotations; `status: "interrupted"` where the recording holds no observation. */
  readonly result: ToolResult
}

export interface RecordedTurn {
  /** Position of its first recorded event, counted from 0 in a run. */
  readonly event: number
  /** What the model said; "" for nothing. */
  readonly text: string
  /** The user spoke before this response: what comes is asked for, not a repeat. */
  readonly after_user?: true | undefined
  readonly calls: readonly RecordedCall[]
  /** Milliseconds since 1970; absent where the recording tells no time. */
  readonly ended_at?: number | undefined
  /** Tokens of the response, read and written, where the recording tells. */
  readonly tokens?:
    | {
        readonly input: number
        readonly output: number
      }
    | undefined
}

export interface SessionRun {
  readonly id: string
  /** Where the run is from, if it says so; else the file it was read from. */
  readonly source: string
  /** Name of the agent; absent where the recording tells none. */
  readonly agent?: string | undefined
  /** Name of the model; absent where the recording tells none. */
  readonly model?: string | undefined
  /** The first words of the user, at most 160 characters, secrets redacted; absent where the recording tells none. */
  readonly prompt?: string | undefined
  /** The folder in which the agent worked; absent where the recording tells none. */
  readonly project?: string | undefined
  /** When it began, as ISO 8601; absent where the recording tells no time. */
  readonly began_at?: string | undefined
}

/** What an importer finds, in order: a run, its turns, and what it could not read. */
export type SessionItem =
  | ({ readonly type: "run" } & SessionRun)
  | {
      readonly type: "turn"
      readonly turn: RecordedTurn
    }
  | {
      readonly type: "skipped"
      /** Line in the file from 1, where it has lines. */
      readonly line?: number | undefined
      readonly reason: string
      /** Set for a piece whose type the importer does not know: 'line "api-request"'. Many of one type are one fact. */
      readonly unknown?: string | undefined
      /** A result that found no call. */
      readonly is_lost_result?: true | undefined
      /** With either: the format that it was read as, and the version of the agent, where the file names one. */
      readonly format?: string | undefined
    }
