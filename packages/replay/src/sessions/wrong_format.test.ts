import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { detectFormat } from "./read_sessions.ts"
import { sessionFormats } from "./read_source.ts"
import { fixturePath, itemsOf } from "./sessions.fixture.ts"

const names = readdirSync(fixturePath("")).filter((name) => name !== "README.md")
const formats = sessionFormats.map(({ format }) => format)

it.each(names)(
  "reads no run without a turn, and nothing in silence, from %s as another format",
  async (name) => {
    const path = fixturePath(name)
    const own = await detectFormat(path)
    const without_turn: string[] = []
    const silent: string[] = []
    for (const format of formats.filter((other) => other !== own)) {
      const items = await itemsOf(path, format)
      const types = items.map(({ type }) => type).filter((type) => type !== "skipped")
      if (types.some((type, index) => type === "run" && types[index + 1] !== "turn"))
        without_turn.push(format)
      if (items.length === 0) silent.push(format)
    }
    expect({ without_turn, silent }).toEqual({ without_turn: [], silent: [] })
  },
)

function write(messages: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "chat.json")
  writeFileSync(path, JSON.stringify(messages))
  return path
}

async function reasonsOf(path: string, format: string): Promise<readonly string[]> {
  const items = await itemsOf(path, format)
  return items.flatMap((item) => (item.type === "skipped" ? [item.reason] : []))
}

it("names the run that holds no turn, and the format the file looks like", async () => {
  const items = await itemsOf(fixturePath("openai_chat_list.json"), "codex")
  expect(items.at(-1)).toEqual({
    type: "skipped",
    reason: "nothing in 1 of its runs is of the format codex; the file looks like openai_chat",
  })
})

it("keeps a run without a turn where the format is the file's own, and of plain runs", async () => {
  const own = await itemsOf(write([{ role: "user", content: "hello" }]), "openai_chat")
  expect(own.map(({ type }) => type)).toEqual(["run"])
  const path = write([])
  writeFileSync(path, JSON.stringify({ events: [] }))
  expect((await itemsOf(path, "plain")).map(({ type }) => type)).toEqual(["run"])
})

it("names calls and results of chat messages that are read as the AI SDK's", async () => {
  const call = { id: "a", type: "function", function: { name: "ls", arguments: "{}" } }
  const path = write([
    { role: "assistant", content: "I look.", tool_calls: [call] },
    { role: "tool", tool_call_id: "a", content: "cart.py" },
    { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "cart.py" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "b", name: "ls", input: {} }] },
  ])
  expect(await reasonsOf(path, "ai_sdk")).toEqual([
    "calls beside the content of a message",
    "a tool's message without a result",
    "a tool's message without a result",
    'unknown type of part "tool_use"',
  ])
})

it("names parts of the AI SDK's messages that are read as chat messages", async () => {
  const shown = { type: "tool-bash", toolCallId: "a", input: {}, state: "output-available", output: "1" }
  const path = write([
    { role: "assistant", parts: [{ type: "text", text: "I look." }, shown] },
    { role: "assistant", content: [{ type: "tool-call", toolName: "ls", toolCallId: "b", input: {} }] },
  ])
  expect(await reasonsOf(path, "openai_chat")).toEqual([
    "parts, where a chat message has content",
    'unknown type of part "tool-call", which holds a call or a result',
    "nothing in 1 of its runs is of the format openai_chat; the file looks like ai_sdk",
  ])
  expect(await reasonsOf(path, "mini_swe_agent")).toEqual([
    "no message",
    "nothing in 1 of its runs is of the format mini_swe_agent; the file looks like ai_sdk",
  ])
  const lines = [shown, shown].map((part) =>
    JSON.stringify({ messages: [{ role: "assistant", parts: [part] }] }),
  )
  writeFileSync(path, lines.join("\n"))
  expect(await reasonsOf(path, "mini_swe_agent")).toEqual([
    "calls among the parts of a message",
    "calls among the parts of a message",
  ])
})
