import { type Json, list, named, of, parsed, text, truth } from "./json.ts"
import type { Mention } from "./mention.ts"

/** A call in code: `tools.NAME({ cmd: "..." })`; what stands in a string is none. */
const CARRIED =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\btools\.(\w+)\((?:\s*\{\s*["']?(?:cmd|command)["']?\s*:\s*("(?:[^"\\]|\\.)*"))?/g

export function codexItem(item: unknown, carried: Map<string, number>): readonly Mention[] {
  const type = text(item, "type") ?? ""
  const id = text(item, "call_id") ?? text(item, "id")
  if (type === "item.completed") return codexDone(of(item, "item"))
  if (/^(?:function|custom_tool|local_shell)_call$/.test(type)) {
    const tool = text(item, "name") ?? "local_shell"
    const sent = of(item, "input") ?? parsed(of(item, "arguments")) ?? of(item, "action")
    const inner =
      type === "custom_tool_call" && typeof sent === "string"
        ? [...sent.matchAll(CARRIED)].filter(([, name]) => name !== undefined)
        : []
    if (inner.length > 0) {
      carried.set(id ?? "", inner.length)
      return inner.map(([, name, line], at) => ({
        id: `${id} ${at}`,
        tool: name,
        args: { command: parsed(line) },
      }))
    }
    return [{ id, tool, args: typeof sent === "string" ? { command: sent } : sent, is_unique: true }]
  }
  if (/^(?:web_search|image_generation|tool_search)_call$/.test(type)) return [{ tool: type.slice(0, -5) }]
  if (!type.endsWith("_call_output")) return []
  const inside = carried.get(id ?? "")
  if (inside !== undefined)
    return Array.from({ length: inside }, (_one, at) => ({ id: `${id} ${at}`, answers: true }))
  const output = of(item, "output")
  const told = typeof output === "string" ? (parsed(output) ?? output) : output
  const code =
    of(of(told, "metadata"), "exit_code") ??
    /Process exited with code (-?\d+)/.exec(typeof told === "string" ? told.slice(0, 2000) : "")?.[1]
  return [{ id, answers: true, failed: code === undefined ? undefined : Number(code) !== 0 }]
}

/** An item that `codex exec --json` prints as done. */
function codexDone(item: unknown): readonly Mention[] {
  const tool = { command_execution: "shell", file_change: "apply_patch", mcp_tool_call: "mcp" }[
    text(item, "type") ?? ""
  ]
  if (tool === undefined) return []
  const code = of(item, "exit_code")
  const failed = typeof code === "number" ? code !== 0 : text(item, "status") === "failed"
  return [{ tool, args: { command: text(item, "command") }, answers: true, failed }]
}

/** A chat writes a reply once more as its calls end: the last writing counts. */
export function geminiCalls(lines: readonly unknown[]): readonly Mention[] {
  const all = lines.flatMap((line) =>
    list(
      of(line, "messages") ??
        of(line, "history") ??
        of(line, "contents") ??
        of(of(line, "$set"), "messages") ??
        line,
    ),
  )
  const last = new Map(all.map((message) => [text(message, "id") ?? message, message]))
  return [...last.values()].flatMap((message) => {
    const status = text(message, "status")
    const id = text(message, "tool_id")
    if (of(message, "type") === "tool_use")
      return [{ id, tool: text(message, "tool_name"), args: of(message, "parameters") }]
    if (of(message, "type") === "tool_result")
      return [{ id, answers: true, failed: status === "error" ? true : undefined }]
    const calls = list(of(message, "toolCalls")).map((call): Mention => {
      const state = text(call, "status")
      const ended = state === "success" || state === "error"
      return {
        tool: text(call, "name"),
        args: of(call, "args"),
        ...(ended ? { answers: true, failed: state === "error" ? true : undefined } : {}),
      }
    })
    return [...calls, ...contentParts(message)]
  })
}

export function contentParts(content: unknown): readonly Mention[] {
  return list(of(content, "parts")).flatMap((part): Mention[] => {
    const [call, response] = [of(part, "functionCall"), of(part, "functionResponse")]
    if (call !== undefined)
      return [{ id: text(call, "id"), tool: text(call, "name"), args: of(call, "args") }]
    if (response === undefined) return []
    return [
      {
        id: text(response, "id"),
        answers: true,
        failed: of(of(response, "response"), "error") === undefined ? undefined : true,
      },
    ]
  })
}

export function opencodePart(part: Json): readonly Mention[] {
  const state = of(part, "state")
  if (part["type"] !== "tool" || text(part, "tool") === undefined) return []
  const status = text(state, "status")
  const code = of(of(state, "metadata"), "exit")
  const failed = status === "error" ? true : typeof code === "number" ? code !== 0 : undefined
  const ended = status === "completed" || status === "error"
  return [{ tool: text(part, "tool"), args: of(state, "input"), ...(ended ? { answers: true, failed } : {}) }]
}

export function piMessage(message: unknown): readonly Mention[] {
  if (of(message, "role") === "toolResult")
    return [{ id: text(message, "toolCallId"), answers: true, failed: truth(message, "isError") }]
  return list(of(message, "content"))
    .filter((part) => text(part, "type") === "toolCall")
    .map((part) => ({
      id: text(part, "id"),
      tool: text(part, "name"),
      args: of(part, "arguments"),
      is_unique: true,
    }))
}

export function goosePart(part: Json): readonly Mention[] {
  const call = of(of(part, "toolCall"), "value")
  const result = of(part, "toolResult")
  const is_call = /^(?:frontendT|t)oolRequest$/.test(text(part, "type") ?? "")
  if (is_call) return [{ id: text(part, "id"), tool: text(call, "name"), args: of(call, "arguments") }]
  if (part["type"] !== "toolResponse") return []
  const failed = text(result, "status") === "error" || of(of(result, "value"), "isError") === true
  return [{ id: text(part, "id"), answers: true, failed: failed ? true : undefined }]
}

/** What the client shows before its first request is the user's. */
export function clineMessage(message: unknown, at: number, all: readonly unknown[]): readonly Mention[] {
  const kind = text(message, text(message, "type") ?? "")
  const has_begun = all.slice(0, at).some((one) => of(one, "say") === "api_req_started")
  if (!has_begun || of(message, "partial") === true) return []
  const said = parsed(of(message, "text"))
  if (kind === "command")
    return [{ tool: "execute_command", args: { command: text(message, "text") }, answers: true }]
  if (kind === "tool") return [{ tool: text(said, "tool"), answers: true }]
  return kind === "use_mcp_server" ? [{ tool: text(said, "toolName") ?? "mcp", answers: true }] : []
}

const NO_RESULTS =
  /^(?:null|recall|system|message|chat|success|condense|agent_\w+|server_ready|loop_detection)$/
const NO_ACTIONS =
  /^(?:message|finish|system|recall|null|change_agent_state|condensation(?:_request)?|agent_state_changed|initialize|start|pause|resume|stop|loop_recovery)$/

export function openHandsEvent(event: unknown): readonly Mention[] {
  const kind = text(event, "kind")
  const seen = of(event, "observation")
  if (kind === "ActionEvent" && text(event, "tool_name") !== "finish")
    return [{ id: text(event, "tool_call_id"), tool: text(event, "tool_name"), args: of(event, "action") }]
  if (kind === "AgentErrorEvent" || kind === "UserRejectObservation")
    return [
      {
        id: text(event, "tool_call_id"),
        answers: true,
        failed: kind === "AgentErrorEvent" ? true : undefined,
      },
    ]
  if (kind === "ObservationEvent") {
    if (text(event, "tool_name") === "finish") return []
    const code = of(seen, "exit_code") ?? of(of(seen, "metadata"), "exit_code")
    const failed =
      of(seen, "is_error") === true ? true : typeof code === "number" && code !== -1 ? code !== 0 : undefined
    return [{ id: text(event, "tool_call_id"), answers: true, failed }]
  }
  const action = text(event, "action")
  if (kind !== undefined || (of(event, "source") === "user" && action !== undefined)) return []
  if (action !== undefined && !NO_ACTIONS.test(action)) {
    const tool = text(of(event, "tool_call_metadata"), "function_name") ?? action
    const args = action === "read" ? { command: "view" } : of(event, "args")
    return [{ id: named(event, "id"), tool, args }]
  }
  const extras = of(event, "extras")
  const code = of(extras, "exit_code") ?? of(of(extras, "metadata"), "exit_code")
  const told = typeof code === "number" && code !== -1 ? code !== 0 : undefined
  if (typeof seen !== "string" || NO_RESULTS.test(seen)) return []
  const id = named(event, "cause")
  return id === undefined && seen === "error"
    ? []
    : [{ id, answers: true, failed: seen === "error" ? true : told }]
}

const EDITED =
  /^> (?:Applied edit to|Created |The LLM did not conform|# \d+ SEARCH\/REPLACE blocks? failed|Malformed response|Invalid edit|Can't edit|Skipping edits to|Unable to apply)/

/** One edit a reply, what ran, and files that a reply was given. */
export function aiderCalls(lines: readonly string[]): readonly Mention[] {
  const calls: Mention[] = []
  let of_reply = new Set<string>()
  for (const [at, line] of lines.entries()) {
    const told = /^> .*  $/.test(line)
    const typed = /^#### (?:\/(?:run|test|git)\b|!)(.*)/.exec(line)
    if (!told && line.trim() !== "" && !/^> ?/.test(line)) of_reply = new Set()
    if (typed !== null)
      calls.push({ tool: "run", args: { command: typed[1] }, answers: told ? true : undefined })
    const add = (tool: string, args?: unknown): void => {
      if (!of_reply.has(tool)) calls.push({ tool, args, answers: true })
      of_reply.add(tool)
    }
    if (told && EDITED.test(line)) add("apply_edits")
    if (told && line.startsWith("> # Fix any errors below")) calls.push({ tool: "lint", answers: true })
    if (told && line.startsWith("> Attempt to fix test errors?")) calls.push({ tool: "test" })
    const ran = told ? /^> Running (.*)/.exec(line) : null
    if (ran !== null)
      calls.push({
        tool: "run",
        args: { command: ran[1] },
        answers: lines[at + 1]?.startsWith("> ") === true ? true : undefined,
      })
    if (told && /^> Add (?:file|URL) to the chat\?.*[:\]] *(?:y|yes|a|all) *$/i.test(line)) add("add_files")
  }
  return calls
}
