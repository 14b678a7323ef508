import {
  aiderCalls,
  clineMessage,
  codexItem,
  contentParts,
  geminiCalls,
  goosePart,
  opencodePart,
  openHandsEvent,
  piMessage,
} from "./agents.ts"
import { aiSdkPart, blocks, chatMessage, miniMessage, tags } from "./chats.ts"
import { everyObject, list, of, text } from "./json.ts"
import type { Mention } from "./mention.ts"

type Reading = (lines: readonly unknown[], text: string) => Iterable<Mention>

/** How each format tells of calls and results, as short as it can be said. */
export const readings: Readonly<Record<string, Reading>> = {
  claude_code: (lines) =>
    lines.flatMap((line) =>
      ["user", "assistant"].includes(text(line, "type") ?? "")
        ? blocks(of(line, "message"), true).map((block) => ({ ...block, thread: threadOf(line) }))
        : [],
    ),
  anthropic_messages: (lines) => messages(lines).flatMap((message) => [...blocks(message), ...tags(message)]),
  codex: (lines) => {
    const carried = new Map<string, number>()
    return lines
      .flatMap((line) => list(of(line, "items") ?? of(line, "payload") ?? line))
      .flatMap((item) => codexItem(item, carried))
  },
  openai_chat: (lines) => messages(lines).flatMap(chatMessage),
  tau: (lines) =>
    lines
      .flatMap((line) => list(of(line, "simulations") ?? line))
      .flatMap((run) => list(of(run, "traj") ?? of(run, "messages")))
      .filter((message) => of(message, "requestor") !== "user")
      .flatMap((message) => (of(message, "role") === "user" ? [] : chatMessage(message))),
  ai_sdk: (lines) => everyObject(lines).flatMap(aiSdkPart),
  gemini_cli: geminiCalls,
  qwen_code: (lines) => lines.flatMap((line) => contentParts(of(line, "message"))),
  opencode: (lines) => everyObject(lines).flatMap(opencodePart),
  pi: (lines) =>
    lines
      .filter((line) => of(line, "type") === "message" || of(line, "type") === "message_end")
      .flatMap((line) => piMessage(of(line, "message"))),
  goose: (lines) => everyObject(lines).flatMap(goosePart),
  cline_ui: (lines) => list(lines[0]).flatMap(clineMessage),
  swe_agent: (lines) =>
    list(of(lines[0], "trajectory")).flatMap((step) => {
      const action = (text(step, "action") ?? "").trim()
      const tool = /^\S+/.exec(action)?.[0]
      return tool === undefined
        ? []
        : [{ tool, args: { command: action }, ...answer(of(step, "observation")) }]
    }),
  mini_swe_agent: (lines) => list(of(lines[0], "messages")).flatMap(miniMessage),
  openhands: (lines) =>
    lines
      .flatMap((line) =>
        list(of(line, "history") ?? of(line, "trajectory") ?? of(line, "events") ?? line).flat(),
      )
      .flatMap(openHandsEvent),
  aider: (_lines, text) => aiderCalls(text.split("\n")),
}

function threadOf(line: unknown): string {
  const side = of(line, "isSidechain") === true ? "side" : ""
  return text(line, "agentId") ?? text(line, "parent_tool_use_id") ?? side
}

function messages(lines: readonly unknown[]): readonly unknown[] {
  return lines.flatMap((line) => list(of(line, "messages") ?? line))
}

function answer(value: unknown): Pick<Mention, "answers"> {
  return value === undefined ? {} : { answers: true }
}
