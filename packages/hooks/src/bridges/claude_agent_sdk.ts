import type { HookReply } from "../events/hook_reply.ts"
import type { ToldEvent } from "../events/host_event.ts"
import { claudeCode } from "../hosts/claude_code.ts"
import { type EventWatch, watchEvents, type WatchOptions } from "./watch_events.ts"

/** What every hook input of the SDK has; the rest is read as it comes. */
export interface ClaudeHookInput {
  /** The SDK's name of the event: "PreToolUse". */
  readonly hook_event_name: string
  readonly session_id: string
}

export interface ClaudeHookAnswer {
  decision?: "block"
  reason?: string
  systemMessage?: string
  hookSpecificOutput?:
    | {
        hookEventName: "PreToolUse"
        permissionDecision: "deny"
        permissionDecisionReason: string
      }
    | {
        hookEventName: "PostToolUse"
        additionalContext: string
      }
    | {
        hookEventName: "PostToolUseFailure"
        additionalContext: string
      }
}

export interface ClaudeHookMatcher {
  hooks: ((input: ClaudeHookInput) => Promise<ClaudeHookAnswer>)[]
}

export type ClaudeHookEvent =
  | "UserPromptSubmit"
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "Stop"
  | "SubagentStop"

/** Most agents watched at a time; beyond that, the one silent for longest is forgotten. */
const MAX_AGENTS = 256

/**
 * Hooks for `query({ options: { hooks } })` of the Claude Agent SDK. Watches each session, and each of its
 * sub-agents, separately. Throws `InvalidOptionError` on misuse.
 */
export function createClaudeHooks(options: WatchOptions = {}): Record<ClaudeHookEvent, ClaudeHookMatcher[]> {
  const watchNew = (): EventWatch => watchEvents("createClaudeHooks", options)
  watchNew()
  const agents = new Map<string, EventWatch>()
  const watchOf = ({ session_id, agent_id }: ToldEvent["session"]): EventWatch => {
    const key = JSON.stringify([session_id, agent_id])
    const watch = agents.get(key) ?? watchNew()
    agents.delete(key)
    agents.set(key, watch)
    const [oldest] = agents.keys()
    if (agents.size > MAX_AGENTS && oldest !== undefined) agents.delete(oldest)
    return watch
  }
  const hook = async (input: ClaudeHookInput): Promise<ClaudeHookAnswer> => {
    const told = claudeCode.read(Object.fromEntries(Object.entries(input)), null)
    if (told === null) return {}
    return answerOf(
      watchOf(told.session).take(() => told.event),
      input.hook_event_name,
    )
  }
  const matchers = (): ClaudeHookMatcher[] => [{ hooks: [hook] }]
  return {
    UserPromptSubmit: matchers(),
    PreToolUse: matchers(),
    PostToolUse: matchers(),
    PostToolUseFailure: matchers(),
    Stop: matchers(),
    SubagentStop: matchers(),
  }
}

function answerOf(reply: HookReply, event: string): ClaudeHookAnswer {
  switch (reply.type) {
    case "nothing":
      return {}
    case "refuse": {
      const denied = { permissionDecision: "deny", permissionDecisionReason: reply.text } as const
      return { hookSpecificOutput: { hookEventName: "PreToolUse", ...denied } }
    }
    case "tell": {
      const hookEventName = event === "PostToolUseFailure" ? event : "PostToolUse"
      return { hookSpecificOutput: { hookEventName, additionalContext: reply.text } }
    }
    case "hold":
      return { decision: "block", reason: reply.text }
    case "hand_back":
      return { systemMessage: reply.text }
  }
}
