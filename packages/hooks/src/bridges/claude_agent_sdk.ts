import { readToolOutput } from "@proofloop/runtime/detector"
import { type AgentWatch, type EndedCall, watchAgent, type WatchOptions } from "./observe.ts"

/** What every hook input of the SDK has; the rest is read as it comes. */
export interface ClaudeHookInput {
  readonly hook_event_name: string
  readonly session_id: string
}

/** What a hook answers the SDK. */
export interface ClaudeHookAnswer {
  decision?: "block"
  reason?: string
  systemMessage?: string
  hookSpecificOutput?:
    | { hookEventName: "PreToolUse"; permissionDecision: "deny"; permissionDecisionReason: string }
    | { hookEventName: "PostToolUse"; additionalContext: string }
    | { hookEventName: "PostToolUseFailure"; additionalContext: string }
}

export interface ClaudeHookMatcher {
  hooks: ((input: ClaudeHookInput) => Promise<ClaudeHookAnswer>)[]
}

/** The events that are listened to. */
export type ClaudeHookEvent =
  | "UserPromptSubmit"
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "Stop"
  | "SubagentStop"

/** Agents that are watched at a time; of more, the one unheard for longest is forgotten. */
const MAX_AGENTS = 256

/**
 * Hooks for `query({ options: { hooks } })` of the Claude Agent SDK. Each session, and each sub-agent of one, is watched by
 * itself. Throws `InvalidOptionError` on misuse.
 */
export function createClaudeHooks(options: WatchOptions = {}): Record<ClaudeHookEvent, ClaudeHookMatcher[]> {
  watchAgent(options)
  const agents = new Map<string, AgentWatch>()
  const watchOf = (input: ClaudeHookInput): AgentWatch => {
    const key = JSON.stringify([input.session_id, textIn(input, "agent_id")])
    const watch = agents.get(key) ?? watchAgent(options)
    agents.delete(key)
    agents.set(key, watch)
    const [oldest] = agents.keys()
    if (agents.size > MAX_AGENTS && oldest !== undefined) agents.delete(oldest)
    return watch
  }
  const on = (answer: (watch: AgentWatch, input: ClaudeHookInput) => ClaudeHookAnswer) => {
    return [{ hooks: [async (input: ClaudeHookInput) => answer(watchOf(input), input)] }]
  }
  return {
    UserPromptSubmit: on((watch, input) => {
      watch.prompted(textIn(input, "prompt"))
      return {}
    }),
    PreToolUse: on((watch, input) => {
      const reason = watch.begins(callOf(input))
      if (reason === undefined) return {}
      const denied = { permissionDecision: "deny", permissionDecisionReason: reason } as const
      return { hookSpecificOutput: { hookEventName: "PreToolUse", ...denied } }
    }),
    PostToolUse: on((watch, input) => {
      const additionalContext = watch.ended([passedCall(input)])
      return additionalContext === undefined
        ? {}
        : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } }
    }),
    PostToolUseFailure: on((watch, input) => {
      const additionalContext = watch.ended([failedCall(input)])
      return additionalContext === undefined
        ? {}
        : { hookSpecificOutput: { hookEventName: "PostToolUseFailure", additionalContext } }
    }),
    Stop: on(stop),
    SubagentStop: on(stop),
  }
}

function stop(watch: AgentWatch, input: ClaudeHookInput): ClaudeHookAnswer {
  const reason = watch.stops({ pending: pendingIn(input) })
  if (reason !== undefined) return { decision: "block", reason }
  return watch.hand_back === undefined ? {} : { systemMessage: watch.hand_back }
}

function callOf(input: ClaudeHookInput) {
  return {
    id: textIn(input, "tool_use_id"),
    tool: textIn(input, "tool_name"),
    arguments: fieldIn(input, "tool_input"),
  }
}

/** What an edit answers is the file it wrote, which says nothing of how the call went: only text and streams are read. */
function passedCall(input: ClaudeHookInput): EndedCall {
  const response = fieldIn(input, "tool_response")
  const output = Array.isArray(response) ? { content: response } : response
  const is_told =
    typeof response === "string" || output !== response || fieldIn(response, "stdout") !== undefined
  const is_running = fieldIn(response, "backgroundTaskId") !== undefined
  const is_cut = fieldIn(response, "interrupted") === true
  // It ended with another code than 0 that the host holds to be harmless, or ran out of time: then its text decides.
  const is_open = ["returnCodeInterpretation", "timedOutAfterMs"].some((name) =>
    Boolean(fieldIn(response, name)),
  )
  return {
    ...callOf(input),
    output: is_told ? readToolOutput(output).text : "",
    failed: is_open ? undefined : false,
    status: is_running ? "running" : is_cut ? "interrupted" : undefined,
  }
}

/** `error` is what the model reads: of a command `Exit code N` and what it printed. */
function failedCall(input: ClaudeHookInput): EndedCall {
  const is_cut = fieldIn(input, "is_interrupt") === true
  const status = is_cut ? "interrupted" : undefined
  return { ...callOf(input), output: textIn(input, "error"), failed: true, status }
}

/** The commands that still run; other tasks in the background prove nothing. */
function pendingIn(input: ClaudeHookInput): readonly string[] {
  const tasks = fieldIn(input, "background_tasks")
  return Array.isArray(tasks)
    ? tasks.map((task) => textIn(task, "command")).filter((text) => text !== "")
    : []
}

function textIn(value: unknown, name: string): string {
  const field = fieldIn(value, name)
  return typeof field === "string" ? field : ""
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined
}
