import type { FoldSettings } from "../events/fold_settings.ts"
import type { HookReply } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { createFold } from "./fold.ts"

let number = 0

/** A shell command that ended with a code and printed something. */
export function ran(command: string, exit_code: number, observation: string): HookEvent {
  return ended({ tool: "Bash", arguments: { command }, observation, failed: exit_code !== 0, exit_code })
}

/** A file that was written as a whole. */
export function wrote(file_path: string, content = `v${(number += 1)}`): HookEvent {
  return ended({
    tool: "Write",
    arguments: { file_path, content },
    observation: `File created successfully at: ${file_path}`,
    failed: false,
    annotations: { kind: "edit" },
  })
}

export function ended(call: Omit<HookCall, "id">): HookEvent {
  return { type: "calls_ended", calls: [{ id: `call_${(number += 1)}`, ...call }] }
}

export function begins(command: string): HookEvent {
  return { type: "call_begins", call: { id: "", tool: "Bash", arguments: { command }, observation: null } }
}

export function stop(again = false, pending: readonly string[] = []): HookEvent {
  return { type: "stop", again, pending }
}

export const ASKED: HookEvent = { type: "prompt", text: "fix it" }

export function opened(of: Partial<Extract<HookEvent, { readonly type: "opened" }>> = {}): HookEvent {
  const settings = { workspace_root: "/work" }
  return {
    type: "opened",
    host: "claude-code",
    session_id: "s1",
    agent_id: "",
    settings,
    known_checks: [],
    ...of,
  }
}

/** What is replied to each event. */
export function replies(
  events: readonly HookEvent[],
  settings: Partial<FoldSettings> = {},
): readonly HookReply[] {
  const fold = createFold({ workspace_root: "/work", ...settings })
  let state = fold.initial_state
  return events.map((event) => {
    const step = fold.step(state, event)
    state = step.state
    return step.reply
  })
}

/** The kind of the last reply. */
export function lastReply(
  events: readonly HookEvent[],
  settings: Partial<FoldSettings> = {},
): HookReply["type"] | undefined {
  return replies(events, settings).at(-1)?.type
}

export const RED = "FAIL src/sum.test.ts\nAssertionError: expected 3, got 4\n 1 failed"
export const GREEN = "Tests  12 passed (12)"
