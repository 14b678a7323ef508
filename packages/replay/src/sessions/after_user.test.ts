import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { fixturePath, itemsOf } from "./sessions.fixture.ts"

it("knows of every recording which turns the user asked for", async () => {
  const names = readdirSync(fixturePath("")).filter((name) => name !== "README.md")
  const asked: Record<string, string> = {}
  for (const name of names) asked[name] = await askedOf(fixturePath(name))
  expect(asked).toEqual({
    "ai_sdk_4.jsonl": "| 0 - -",
    "ai_sdk_model_messages.json": "| 0 - - -",
    "ai_sdk_steps.json": "| - -",
    "ai_sdk_ui_messages.json": "| 0 - -",
    "aider.chat.history.md": "| 0 - - 6 | 0",
    "anthropic_messages_cline.json": "| 0 - - 3",
    "anthropic_messages_lines.jsonl": "| 0 | -",
    "anthropic_messages_list.json": "| 0 - 3",
    "claude_code_1.jsonl": "| 0 - - - - - | 0 -",
    "claude_code_2.jsonl": "| 0 - - - - - -",
    "claude_code_agent.jsonl": "| 0 -",
    "claude_code_stream.jsonl": "| - -",
    "cline_ui_messages.json": "| 0 - - - 4",
    "codex_bare.jsonl": "| 0 -",
    "codex_exec_json.jsonl": "| 0 - - - -",
    "codex_shell.jsonl": "| 0 - - - - -",
    "codex_typescript.json": "| 0 -",
    "codex_unified_exec.jsonl": "| - - - - 4",
    "gemini_cli_chat.json": "| 0 2",
    "gemini_cli_chat.jsonl": "| 0 - - - - -",
    "gemini_cli_contents.json": "| 0 -",
    "gemini_cli_stream.jsonl": "| 0 - - - - -",
    "goose_export.json": "| - 2",
    "goose_session.jsonl": "| 0 - -",
    "mini_swe_agent_1.traj.json": "| - - - -",
    "mini_swe_agent_2.traj.json": "| - - - - -",
    "openai_chat_conversations.jsonl": "| 0 - | 0",
    "openai_chat_document.json": "| 0",
    "openai_chat_lines.jsonl": "| 0 - -",
    "openai_chat_list.json": "| 0 - -",
    "openai_chat_parts.json": "| 0 -",
    "opencode_export.json": "| 0 - - - - -",
    "opencode_stream.jsonl": "| - - - - - -",
    "openhands_output.jsonl": "| - | 0",
    "openhands_sdk.jsonl": "| 0 - - - - -",
    "openhands_stream.json": "| 0 - - - -",
    "pi_session.jsonl": "| 0 - - - - -",
    "pi_stream.jsonl": "| 0 - - - - -",
    "plain.jsonl": "| - - - - |",
    "proofloop_hooks.jsonl": "| 0 - - - - -",
    "proofloop_journal.jsonl": "| - - - - -",
    "qwen_code_chat.jsonl": "| 0 - - - - -",
    "swe_agent_0.traj": "| - - - - - -",
    "swe_agent_1.traj": "| - -",
    "tau_1.json": "| 0 - | -",
    "tau_2.json": "| - 1 2 | -",
  })
})

const user = (content: unknown, more: object = {}) => ({
  type: "user",
  sessionId: "s",
  message: { role: "user", content },
  ...more,
})
const reply = (id: string, ...content: readonly object[]) => ({
  type: "assistant",
  sessionId: "s",
  message: { id, role: "assistant", content },
})
const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: { command: `echo ${id}` } })
const result = (id: string) => user([{ type: "tool_result", tool_use_id: id, content: id }])

it("tells what a user of Claude Code says from what the client says in their name", async () => {
  const path = write([
    user("<local-command-caveat>Local commands follow.</local-command-caveat>"),
    reply("1", call("a")),
    result("a"),
    user([{ type: "text", text: "<system-reminder>Mind the list.</system-reminder>" }]),
    reply("2", call("b")),
    user("[Request interrupted by user]"),
    reply("3", call("c")),
    user("This session is being continued.", { isCompactSummary: true }),
    user("The command, expanded.", { isMeta: true }),
    reply("4", call("d")),
    user([
      { type: "text", text: "<system-reminder>Mind the list.</system-reminder>" },
      { type: "text", text: "again" },
    ]),
    reply("5", call("e")),
  ])
  expect(await askedOf(path)).toBe("| - - - - 4")
})

it("takes what comes to Claude Code meanwhile for asked: what a user types, and that a task ended", async () => {
  const queued = (commandMode: string | undefined, prompt: unknown) => ({
    type: "attachment",
    attachment: { type: "queued_command", commandMode, prompt },
  })
  const path = write([
    reply("1", call("a")),
    queued("prompt", "and b"),
    result("a"),
    reply("2", call("b")),
    result("b"),
    queued("task-notification", "It has ended."),
    queued(undefined, "<task-notification>It has ended.</task-notification>"),
    reply("3", call("c")),
    result("c"),
    { type: "attachment", attachment: { type: "task_reminder" } },
    queued("bash", "ls"),
    reply("3b", call("c2")),
    result("c2"),
    queued(undefined, [{ type: "text", text: "and d" }]),
    reply("4", call("d")),
  ])
  expect(await askedOf(path)).toBe("| - 1 2 - 4")
})

it("keeps the results of a turn in which the user speaks between them", async () => {
  const path = write([
    reply("1", call("a"), call("b")),
    result("a"),
    user("and c"),
    result("b"),
    reply("2", call("c")),
  ])
  expect(await askedOf(path)).toBe("| - 2")
  const items = await itemsOf(path)
  const outputs = items.map((item) =>
    item.type === "turn" ? item.turn.calls.map(({ result: { output } }) => output) : item.type,
  )
  expect(outputs).toEqual(["run", ["a", "b"], [undefined]])
})

it("begins a turn of Codex after a message of the user's, though a call before it has no result", async () => {
  const item = (payload: object) => ({ type: "response_item", payload })
  const made = (id: string) => item({ type: "function_call", name: "shell", arguments: "{}", call_id: id })
  const said = (text: string) =>
    item({ type: "message", role: "user", content: [{ type: "input_text", text }] })
  const path = write([
    said("<environment_context>\n</environment_context>"),
    made("a"),
    said("<turn_aborted>\n</turn_aborted>"),
    said("again"),
    made("b"),
  ])
  expect(await askedOf(path)).toBe("| - 1")
})

function write(lines: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "session.jsonl")
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
  return path
}

/** Runs by "|", in each its turns: the event of one that follows the user, "-" for one that does not. */
async function askedOf(path: string): Promise<string> {
  const items = await itemsOf(path)
  const marks = items.map((item) => {
    if (item.type === "run") return "|"
    if (item.type === "skipped") return ""
    return item.turn.after_user === true ? String(item.turn.event) : "-"
  })
  return marks.filter((mark) => mark !== "").join(" ")
}
