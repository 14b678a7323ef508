import { expect, it } from "vitest"
import { outlineOf, outlineOfLines } from "../sessions.fixture.ts"

it("reads parts as calls and results", async () => {
  expect(await outlineOf("anthropic_messages_list.json")).toEqual([
    "run anthropic_messages_list | anthropic_messages_list.json | - | -",
    "0: Read and test at once. (200 + 30)",
    '  0 read_file {"path":"cart.py"} [read] ok > def total(items):⏎    return sum(items)',
    '  1 bash {"command":"pytest -q"} [] failed > FAILED test_cart.py::test_total - assert 3 == 4⏎1 failed in …',
    'skipped -: unknown type of part "hologram"',
    "skipped -: a result without its call",
    "2: One is missing.",
    '  2 replace_in_file {"path":"cart.py","diff":"-sum(items)\\n+sum(items) + 1"} [edit] interrupted',
    "3: Stopped.",
  ])
})

it("reads calls that Cline's model wrote into its text", async () => {
  expect(await outlineOf("anthropic_messages_cline.json")).toEqual([
    "run anthropic_messages_cline | anthropic_messages_cline.json | - | -",
    "0: I run the tests.⏎⏎",
    '  0 execute_command {"command":"npm test","requires_approval":"false"} [] failed > Command executed.⏎Output:⏎# tests 1⏎# pass 0⏎# fail 1⏎not ok…',
    "1: ",
    '  1 write_to_file {"path":"sum.js","content":"// <path>not this</path>\\nexport… [edit] ok > The content was successfully saved to sum.js.',
    "2: It adds.",
    "3: I cannot.",
  ])
})

it("reads a conversation a line, with calls that the server answers", async () => {
  expect(await outlineOf("anthropic_messages_lines.jsonl")).toEqual([
    "run conv-7 | anthropic_messages_lines.jsonl | - | claude-opus-4-1",
    "0: ",
    '  0 bash {"command":"ls"} [] ok > cart.py',
    "run anthropic_messages_lines#2 | anthropic_messages_lines.jsonl | - | -",
    "0: Found.",
    '  0 web_search {"query":"x"} [read] ok > ',
  ])
})

it("gives each call of a reply what stands behind its own header", async () => {
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input })
  const text = (words: string) => ({ type: "text", text: words })
  const reply = [
    use("a", "read_file", { path: "a.ts" }),
    use("b", "execute_command", { command: "npm test" }),
    use("c", "read_file", { path: "b.ts" }),
  ]
  const told = [
    text("[execute_command for 'npm test'] Result:"),
    text("Exit code: 1\nOutput:\n1 failing"),
    text("[read_file for 'a.ts'] Result:\nexport const a = 1"),
    text("Tool [read_file] was not executed because a tool has already been used in this message."),
    text("<environment_details>\na.ts\n</environment_details>"),
  ]
  const lines = [
    { role: "assistant", content: reply },
    { role: "user", content: told },
  ]
  expect(await outlineOfLines(...lines)).toEqual([
    "run session | session.jsonl | - | -",
    "0: ",
    '  0 read_file {"path":"a.ts"} [read] ok > export const a = 1',
    '  1 execute_command {"command":"npm test"} [] failed 1 > 1 failing',
    '  2 read_file {"path":"b.ts"} [read] interrupted > Tool [read_file] was not executed because a tool has already…',
  ])
})
