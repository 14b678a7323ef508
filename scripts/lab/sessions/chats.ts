import { type Json, list, of, parsed, text, truth } from "./json.ts"
import type { Mention } from "./mention.ts"

/** `tool_use` and `tool_result` blocks of a message. */
export function blocks(message: unknown, is_unique?: true): readonly Mention[] {
  return list(of(message, "content")).flatMap((block): Mention[] => {
    const type = text(block, "type") ?? ""
    if (/^(?:server_|mcp_)?tool_use$/.test(type))
      return [{ id: text(block, "id"), tool: text(block, "name"), args: of(block, "input"), is_unique }]
    if (!type.endsWith("tool_result")) return []
    return [{ id: text(block, "tool_use_id"), answers: true, failed: truth(block, "is_error") }]
  })
}

const WRITTEN =
  /<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|search_files|list_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question|new_task|switch_mode|plan_mode_respond|update_todo_list)>/

/** Calls that a model wrote as tags, one a reply, and the results under headers. */
export function tags(message: unknown): readonly Mention[] {
  const parts = list(of(message, "content"))
  const texts =
    typeof of(message, "content") === "string"
      ? [text(message, "content") ?? ""]
      : parts.map((part) => text(part, "text") ?? "")
  if (of(message, "role") === "user")
    return texts.flatMap((said) => {
      const found = /^(?:\[(\w+)[^\n]*\] Result:|Tool \[\w+\] was not executed)/.exec(said)
      return found === null ? [] : [{ answers: true, answers_tool: found[1] }]
    })
  if (parts.some((part) => text(part, "type") === "tool_use")) return []
  return texts.flatMap((said) => {
    const tool = WRITTEN.exec(said)?.[1]
    if (tool === undefined) return []
    return [{ tool, args: { command: /<command>([\s\S]*?)<\/command>/.exec(said)?.[1] ?? "" } }]
  })
}

export function chatMessage(message: unknown): readonly Mention[] {
  const role = of(message, "role")
  if (role === "tool" || role === "function")
    return [
      {
        id: text(message, "tool_call_id") ?? text(message, "id"),
        answers: true,
        failed: of(message, "error") === true ? true : undefined,
      },
    ]
  const legacy = of(message, "function_call")
  const calls = [
    ...list(of(message, "tool_calls")),
    ...(legacy instanceof Object ? [{ function: legacy }] : []),
  ]
  return calls.map((call) => {
    const sent = of(call, "function") ?? of(call, "custom") ?? call
    return {
      id: text(call, "id"),
      tool: text(sent, "name"),
      args: parsed(of(sent, "arguments")) ?? of(sent, "arguments"),
    }
  })
}

export function aiSdkPart(part: Json): readonly Mention[] {
  const type = text(part, "type") ?? ""
  const [id, tool] = [text(part, "toolCallId"), text(part, "toolName")]
  const sent = of(part, "input") ?? of(part, "args")
  const state = text(part, "state") ?? ""
  if (id === undefined) return []
  if (state !== "" || type === "dynamic-tool")
    return [
      {
        tool: tool ?? type.replace("tool-", ""),
        args: sent,
        ...(/^output|^result/.test(state)
          ? { answers: true, failed: state === "output-error" ? true : undefined }
          : {}),
      },
    ]
  const output = of(part, "output")
  if (type !== "tool-call" && (type.startsWith("tool-") || "result" in part)) {
    const failed =
      type === "tool-error" ||
      of(part, "isError") === true ||
      (text(output, "type") ?? "").startsWith("error")
    return [{ id, answers: true, failed: failed ? true : undefined }]
  }
  return tool === undefined || sent === undefined ? [] : [{ id, tool, args: sent }]
}

const FENCED = /^ *```(?:bash|sh|mswea_bash_command) *\n([\s\S]*?)\n *```/gm

export function miniMessage(message: unknown): readonly Mention[] {
  const extra = of(message, "extra")
  if (of(message, "role") === "assistant" || of(message, "object") === "response") {
    const [actions, calls] = [list(of(extra, "actions")), list(of(message, "tool_calls"))]
    const content = of(message, "content")
    const fenced = [
      ...(typeof content === "string"
        ? content
        : list(content)
            .map((part) => text(part, "text"))
            .join("\n")
      ).matchAll(FENCED),
    ]
    if (actions.length > 0)
      return actions.map((action) => ({
        id: text(action, "tool_call_id"),
        tool: "bash",
        args: { command: of(action, "command") ?? action },
      }))
    if (calls.length > 0) return chatMessage(message)
    return fenced.length === 1 ? [{ tool: "bash", args: { command: fenced[0]?.[1] } }] : []
  }
  const code = of(extra, "returncode") ?? /^<returncode>(-?\d+)</.exec(text(message, "content") ?? "")?.[1]
  const id = text(message, "tool_call_id") ?? text(message, "call_id")
  const is_answer =
    (of(message, "role") === "user" || id !== undefined) && of(extra, "interrupt_type") !== "FormatError"
  return is_answer ? [{ id, answers: true, failed: code === undefined ? undefined : Number(code) !== 0 }] : []
}
