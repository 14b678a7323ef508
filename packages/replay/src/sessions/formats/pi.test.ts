import { expect, it } from "vitest"
import { outlineOf, outlineOfLines } from "../sessions.fixture.ts"

it("reads a session", async () => {
  expect(await outlineOf("pi_session.jsonl")).toEqual([
    "run 01a20775-de93-7768-a286-0e671da88e41 | pi_session.jsonl | pi | mock",
    "0:  (1 + 1)",
    '  0 read {"path":"cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"path":"cart.js","edits":[{"oldText":"items.length","newTex… [edit] failed > edits[0] and edits[1] overlap in cart.js. Merge them into on…',
    "3:  (1 + 1)",
    '  3 edit {"path":"cart.js","edits":[{"oldText":"nothing","newText":"x… [edit] failed > Could not find edits[0] in cart.js. The oldText must match e…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "5: The test passes. (1 + 1)",
  ])
})

it("reads what pi prints as JSON", async () => {
  expect(await outlineOf("pi_stream.jsonl")).toEqual([
    "run 01a20775-de93-7768-a286-0e671da88e41 | pi_stream.jsonl | pi | mock",
    "0:  (1 + 1)",
    '  0 read {"path":"cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"path":"cart.js","edits":[{"oldText":"items.length","newTex… [edit] failed > edits[0] and edits[1] overlap in cart.js. Merge them into on…',
    "3:  (1 + 1)",
    '  3 edit {"path":"cart.js","edits":[{"oldText":"nothing","newText":"x… [edit] failed > Could not find edits[0] in cart.js. The oldText must match e…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "5: The test passes. (1 + 1)",
  ])
})

const entry = (id: string, message: object) => ({ type: "message", id, parentId: "0", message })
const ran = (timestamp: number, command: string) => [
  {
    role: "assistant",
    timestamp,
    content: [{ type: "toolCall", id: `c${timestamp}`, name: "bash", arguments: { command } }],
  },
  {
    role: "toolResult",
    timestamp: timestamp + 1,
    toolCallId: `c${timestamp}`,
    content: [{ type: "text", text: "done" }],
  },
]

it("reads once what a compaction wrote again, in a session that lacks its start", async () => {
  const [first, second] = [ran(10, "ls"), ran(20, "pwd")]
  const lines = [...first, ...second, ...second, ...ran(30, "id")].map((message, at) =>
    entry(`e${at}`, message),
  )
  expect((await outlineOfLines(...lines)).filter((line) => line.startsWith("  "))).toEqual([
    '  0 bash {"command":"ls"} [] ok > done',
    '  1 bash {"command":"pwd"} [] ok > done',
    '  2 bash {"command":"id"} [] ok > done',
  ])
})

it("reads replies that failed on their way as turns", async () => {
  const failed = (timestamp: number) =>
    entry(`e${timestamp}`, {
      role: "assistant",
      timestamp,
      content: [],
      stopReason: "error",
      errorMessage: "Connection error.",
    })
  expect(await outlineOfLines(failed(1), failed(2))).toEqual([
    "run session | session.jsonl | pi | -",
    "0: Connection error.",
    "1: Connection error.",
  ])
})
