import type { Recording } from "@proofloop/replay/internal/recording"
import type { FoldSettings } from "./fold_settings.ts"

/** The supported agents, in the order of the tables of the docs. */
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

export interface HookSession {
  readonly session_id: string
  /** Of a sub-agent; "" is the session's own agent. */
  readonly agent_id: string
  /** The folder the agent works in, absolute. */
  readonly cwd: string
  /** For a fork: the session whose state it continues. */
  readonly parent_id?: string | undefined
}

/** A call of a tool with its result, in the terms of recordings. */
export interface HookCall extends Omit<Recording, "event"> {
  /** The host's id of the call; "" without one. A call that is reported twice counts once. */
  readonly id: string
  /** Where its command ran, absolute; absent for the folder in which the session began, and where the command changes it. */
  readonly folder?: string | undefined
  /** The line of package.json behind the task that it ran; absent where none is known. */
  readonly script?: string | undefined
  /** A sub-agent of the session ran it. Default false. */
  readonly of_agent?: boolean | undefined
  /** It changed only files outside any repository and outside the session's folder. Default false. */
  readonly is_outside?: boolean | undefined
}

export type HookEvent =
  | {
      readonly type: "session_start"
      readonly source: "startup" | "resume" | "clear" | "compact" | "fork"
    }
  /** The first event of each session: its settings, and the commands that checked this project before, the latest last. */
  | {
      readonly type: "opened"
      readonly host: HostName
      readonly session_id: string
      /** Id of a sub-agent; "" is the session's own agent. */
      readonly agent_id: string
      readonly settings: FoldSettings
      /** Commands that checked this project before, the latest last. */
      readonly known_checks: readonly string[]
    }
  | {
      readonly type: "prompt"
      readonly text: string
      /** What it may name, as digests of its words; see `askedWords`. Absent where nobody read it. */
      readonly asked?: readonly string[] | undefined
    }
  /** The person accepts what fails, and the files as they are. */
  | { readonly type: "accepted" }
  /** Something outside happened, such as the end of a task, and the host tells it in the person's name. */
  | { readonly type: "notice" }
  /** Before a call runs; its observation is null. */
  | {
      readonly type: "call_begins"
      readonly call: HookCall
    }
  /** One call, or all calls of a turn where the host reports them at once. */
  | {
      readonly type: "calls_ended"
      readonly calls: readonly HookCall[]
    }
  | {
      readonly type: "stop"
      /** The agent goes on because a hook held it before. */
      readonly again: boolean
      /** Commands that run in the background. */
      readonly pending: readonly string[]
      /** Sub-agents at work, by what they do. Default none. */
      readonly agents?: readonly string[] | undefined
      /** The host starts the agent again when one of them ends. Default false. */
      readonly resumes?: boolean | undefined
      /** What the agent said last; absent where the host does not tell. */
      readonly last_words?: string | undefined
      /** How the files changed; absent where nobody could look. */
      readonly files?: SeenFiles | undefined
    }
  | { readonly type: "session_end" }

/** Files that a check could judge, by paths relative to the session's folder, as they lie there now; at most 64 of each kind. */
export interface SeenFiles {
  /** Not as when the session began; null where nobody looked then. */
  readonly since_begin: readonly string[] | null
  /** Not as the last pass saw them; without one, as when the session began. */
  readonly since_pass: readonly string[]
  /** The same, changed while no call of the session ran: by a person, or by another session. */
  readonly by_others: readonly string[]
}

export interface ToldEvent {
  readonly session: HookSession
  /** Calls that ended before it, of which the host told nothing. */
  readonly untold?: readonly HookCall[] | undefined
  readonly event: HookEvent
}
