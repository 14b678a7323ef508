import { expect, it } from "vitest"
import { outlineOf, outlineOfLines } from "../sessions.fixture.ts"

it("reads a list of messages", async () => {
  expect(await outlineOf("openai_chat_list.json")).toEqual([
    "run openai_chat_list | openai_chat_list.json | - | -",
    "0: Read and test at once. (200 + 30)",
    '  0 read_file {"path":"cart.py"} [read] ok > def total(items):⏎    return sum(items)',
    '  1 run_command {"command":"pytest -q"} [] failed > ============================= test session starts ==========…',
    "2: I edit it.",
    '  2 edit_file "{\\"path\\": \\"cart.py\\", \\"old\\": " [] failed > Error: invalid JSON in arguments',
    "3: I give up.",
  ])
})

it("reads a document with messages", async () => {
  expect(await outlineOf("openai_chat_document.json")).toEqual([
    "run openai_chat_document | openai_chat_document.json | - | gpt-4o",
    "0: Read and test at once. (200 + 30)",
    '  0 read_file {"path":"cart.py"} [read] interrupted',
    '  1 run_command {"command":"pytest -q"} [] failed > ============================= test session starts ==========…',
  ])
})

it("reads a message a line as one run", async () => {
  expect(await outlineOf("openai_chat_lines.jsonl")).toEqual([
    "run openai_chat_lines | openai_chat_lines.jsonl | - | -",
    "0: Read and test at once. (200 + 30)",
    '  0 read_file {"path":"cart.py"} [read] ok > def total(items):⏎    return sum(items)',
    '  1 run_command {"command":"pytest -q"} [] failed > ============================= test session starts ==========…',
    "2: I edit it.",
    '  2 edit_file "{\\"path\\": \\"cart.py\\", \\"old\\": " [] failed > Error: invalid JSON in arguments',
    "3: I give up.",
  ])
})

it("reads a conversation a line, with function calls of old", async () => {
  expect(await outlineOf("openai_chat_conversations.jsonl")).toEqual([
    "run conv-1 | openai_chat_conversations.jsonl | - | -",
    "0: ",
    "  0 get_time {} [read] ok > 12:00",
    "1: Noon.",
    "skipped 2: a result without its call",
    "run openai_chat_conversations#2 | openai_chat_conversations.jsonl | - | gpt-4o-mini",
    "0: Hello",
  ])
})

it("reads calls whatever parts stand beside them", async () => {
  expect(await outlineOf("openai_chat_parts.json")).toEqual([
    "run openai_chat_parts | openai_chat_parts.json | - | -",
    "0: I test.",
    '  0 bash {"command":"make test"} [] failed > make: *** [test] Error 1',
    'skipped -: unknown type of part "hologram"',
    "1: ",
    '  1 ls {"path":"."} [read] ok > cart.py',
  ])
})

it("gives results to the calls their ids name, though other replies stand between", async () => {
  const calls = ["ls", "make", "pwd"].map((command, index) => ({
    role: "assistant",
    tool_calls: [{ id: `c${index}`, function: { name: "bash", arguments: JSON.stringify({ command }) } }],
  }))
  const said = ["a.c", "Exit code: 2\nOutput:\nno rule", "/w"]
  const results = said.map((content, index) => ({ role: "tool", tool_call_id: `c${index}`, content }))
  expect(await outlineOfLines(...calls, ...results, { role: "assistant", content: "No rule." })).toEqual([
    "run session | session.jsonl | - | -",
    "0: ",
    '  0 bash {"command":"ls"} [] ok > a.c',
    "1: ",
    '  1 bash {"command":"make"} [] failed 2 > no rule',
    "2: ",
    '  2 bash {"command":"pwd"} [] ok > /w',
    "3: No rule.",
  ])
})

it("counts replies that hold nothing", async () => {
  const empty = { role: "assistant", content: "" }
  expect(await outlineOfLines({ role: "user", content: "go" }, empty, empty)).toEqual([
    "run session | session.jsonl | - | -",
    "0: ",
    "1: ",
  ])
})
