import { isRecord, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { contentText, valueText } from "../content_text.ts"
import type { CallResult, Conversation, OpenCall } from "../conversation.ts"
import type { SessionItem } from "../session.ts"

const EVENTS: ReadonlySet<string> = new Set([
  "thread.started",
  "thread.resumed",
  "turn.started",
  "turn.completed",
  "turn.failed",
  "item.started",
  "item.updated",
  "item.completed",
  "error",
])

/** Whether it is an event of `codex exec --json`. */
export function isExecEvent(event: unknown): event is object {
  const type = readText(event, "type") ?? ""
  if (!EVENTS.has(type)) return false
  if (type.startsWith("thread.")) return readText(event, "thread_id") !== undefined
  return !type.startsWith("item.") || isRecord(readMember(event, "item"))
}

/** Adds what `codex exec --json` printed: each item is told once more, with its result, as it is completed. */
export function addExecEvent(conversation: Conversation, event: object): readonly SessionItem[] {
  if (readText(event, "type") === "turn.started") return conversation.asked()
  if (readText(event, "type") === "turn.failed") {
    const error = readText(readMember(event, "error"), "message") ?? ""
    return [...conversation.close(), ...conversation.failed(error)]
  }
  if (readText(event, "type") !== "item.completed") return []
  const item = readMember(event, "item")
  const type = readText(item, "type")
  if (type === "agent_message" || type === "reasoning") {
    const ended = conversation.has_calls ? conversation.close() : []
    if (type === "reasoning") conversation.think(contentText(item))
    else conversation.say(contentText(item))
    return ended
  }
  const made = completedCall(item)
  if (made === undefined) return []
  const ended = conversation.has_calls ? conversation.close() : []
  conversation.call(undefined, made.call)
  conversation.result(undefined, made.result)
  return ended
}

/** A call with its result, by the item that tells of its end; undefined for any other item. A rollout writes types in capitals. */
export function completedCall(
  item: unknown,
): { readonly call: OpenCall; readonly result: CallResult } | undefined {
  const failed = readText(item, "status") === "failed" ? true : undefined
  switch (readText(item, "type")) {
    case "CommandExecution":
      return {
        call: {
          tool: "exec_command",
          arguments: callArguments({ command: readMember(item, "command") ?? "" }),
        },
        result: ranCommand(item),
      }
    case "command_execution": {
      const command = innerCommand(readText(item, "command") ?? "")
      return { call: { tool: "shell", arguments: { command } }, result: ranCommand(item) }
    }
    case "FileChange":
    case "file_change": {
      const changes = changesOf(readMember(item, "changes"))
      const told = changes.map((change) => `${readText(change, "kind")} ${readText(change, "path")}`)
      const observation = failed === true ? (readText(item, "stderr") ?? "") : told.join("\n")
      const call: OpenCall = {
        tool: "apply_patch",
        arguments: changes.some(holdsContent) ? { changes } : { changes, item: readText(item, "id") ?? "" },
        annotations: { kind: "edit" },
      }
      return { call, result: { observation, failed: failed ?? false } }
    }
    case "McpToolCall":
    case "mcp_tool_call": {
      const tool = `mcp__${readText(item, "server") ?? ""}__${readText(item, "tool") ?? ""}`
      const error = readText(readMember(item, "error"), "message")
      const result = readMember(item, "result")
      const observation = error ?? (contentText(readMember(result, "content")) || valueText(result ?? ""))
      return {
        call: { tool, arguments: callArguments(readMember(item, "arguments") ?? {}) },
        result: { observation, failed },
      }
    }
    default:
      return undefined
  }
}

/** A list with paths, as `exec --json` prints it; a rollout has them by path. */
function changesOf(changes: unknown): readonly unknown[] {
  if (!isRecord(changes)) return Array.isArray(changes) ? changes : []
  return Object.entries(changes).map(([path, change]) => ({
    ...Object(change),
    path,
    kind: readText(change, "type") ?? "",
  }))
}

/** Most versions name the files only: then nothing but the item tells one edit from the next. */
function holdsContent(change: unknown): boolean {
  return ["diff", "unified_diff", "content"].some((name) => readText(change, name) !== undefined)
}

function ranCommand(item: unknown): CallResult {
  const observation = readText(item, "aggregated_output") ?? ""
  const status = readText(item, "status")
  if (status === "declined") return { observation, status: "refused" }
  if (status === "in_progress") return { observation, status: "running" }
  return { observation, exit_code: readNumber(item, "exit_code") }
}

const WRAPPED = /^(?:\/[\w/.-]{1,200}\/)?(?:ba|z|da)?sh -l?c (['"])([\s\S]{1,100000})\1$/
const WRAPPED_WORD = /^(?:\/[\w/.-]{1,200}\/)?(?:ba|z|da)?sh -l?c (\S{1,1000})$/

/** The command within `bash -lc '...'`. */
function innerCommand(command: string): string {
  const [, quote, inner] = WRAPPED.exec(command) ?? []
  if (inner === undefined) return WRAPPED_WORD.exec(command)?.[1] ?? command
  return quote === "'"
    ? inner.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'")
    : inner.replaceAll('\\"', '"')
}
