import type { Recording } from "@proofloop/replay/recording"
import type { FoldSettings } from "./fold_settings.ts"

/** The agents whose hooks are spoken, in the order of the tables of the docs. */
export const HOST_NAMES = [
  "claude-code",
  "codex",
  "gemini-cli",
  "qwen-code",
  "opencode",
  "pi",
  "copilot",
  "cursor",
] as const

export type HostName = (typeof HOST_NAMES)[number]

/** Whose event it is: each has a state of its own. */
export interface HookSession {
  readonly session_id: string
  /** Of a sub-agent; "" is the session's own agent. */
  readonly agent_id: string
  /** The folder the agent works in, absolute. */
  readonly cwd: string
  /** Of a fork: the session whose state it goes on from. */
  readonly parent_id?: string | undefined
}

/** A call of a tool with what came back, in the words in which recordings are read. */
export interface HookCall extends Omit<Recording, "event"> {
  /** The host's id of the call; "" where it gives none. A call that is told twice counts once. */
  readonly id: string
  /** It changed files that are in no repository and not below the session's folder. Default false. */
  readonly is_outside?: boolean | undefined
}

/** What happened, whichever host told it. */
export type HookEvent =
  | {
      readonly type: "session_start"
      readonly source: "startup" | "resume" | "clear" | "compact" | "fork"
    }
  /** The first of each session: what it is judged by, and the commands that checked this project before, the latest last. */
  | {
      readonly type: "opened"
      readonly host: HostName
      readonly session_id: string
      readonly agent_id: string
      readonly settings: FoldSettings
      readonly known_checks: readonly string[]
    }
  | { readonly type: "prompt"; readonly text: string }
  /** Before a call runs; its observation is null. */
  | { readonly type: "call_begins"; readonly call: HookCall }
  /** One call, or all of a turn where the host tells them at once. */
  | { readonly type: "calls_ended"; readonly calls: readonly HookCall[] }
  | {
      readonly type: "stop"
      /** The agent goes on because a hook held it before. */
      readonly again: boolean
      /** The commands that still run in the background. */
      readonly pending: readonly string[]
    }
  | { readonly type: "session_end" }

/** An event with whose it is. */
export interface ToldEvent {
  readonly session: HookSession
  readonly event: HookEvent
}
