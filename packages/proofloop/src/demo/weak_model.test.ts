import type { Message, ModelReply } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { inclusiveBoundary, nextRounding } from "./demo_edits.ts"
import { weakModel } from "./weak_model.ts"

const ORDER = `import { prices } from "./catalogue.js"
import { deliveryFee } from "./delivery.js"
return Math.round(total * 100) / 100
`
const EVIDENCE = "> an order of exactly 100.00 is delivered free: 104.9 !== 100"
const NUDGE = `The same failure has persisted across 3 turns; these edits did not change it: src/order.js.
The failing evidence is unchanged:
${EVIDENCE}
Do not retry the same fix.`

/** A conversation in which the model has edited the file it saw first, and the tests still fail. */
function stuckConversation(): readonly Message[] {
  return [
    { role: "user", content: "`node --test` fails." },
    ...exchange("list_files", {}, "src/delivery.js\nsrc/order.js\ntest/order.test.js"),
    ...exchange(
      "read_file",
      { path: "test/order.test.js" },
      'import { orderTotal } from "../src/order.js"\n',
    ),
    ...exchange("read_file", { path: "src/order.js" }, ORDER),
    ...exchange("shell", { command: "node --test" }, "not ok 4 - exactly 100.00 is delivered free", false),
    ...exchange("edit_file", { path: "src/order.js", ...nextRounding(ORDER) }, "replaced 1 of 1"),
    ...exchange("shell", { command: "node --test" }, "not ok 4 - exactly 100.00 is delivered free", false),
  ]
}

let last_id = 0

function exchange(name: string, given: object, content: string, ok = true): readonly Message[] {
  const id = `call_${(last_id += 1)}`
  return [
    { role: "assistant", content: "", tool_calls: [{ id, name, arguments: given }] },
    { role: "tool", tool_call_id: id, tool_name: name, ok, content },
  ]
}

async function answer(...messages: readonly Message[]): Promise<Pick<ModelReply, "text" | "tool_calls">> {
  const model = weakModel("node --test")
  const request = { messages, tools: [], tool_choice: "auto" } as const
  const { text, tool_calls } = await model(request, { signal: new AbortController().signal })
  return { text, tool_calls: tool_calls.map((call) => ({ name: call.name, arguments: call.arguments })) }
}

test("it goes on patching the file it saw first", async () => {
  const { tool_calls } = await answer(...stuckConversation())
  expect(tool_calls).toMatchObject([{ name: "edit_file", arguments: { path: "src/order.js" } }])
})

test.each([
  ["a veto that quotes the test output", `node --test failed with exit code 1.\n${EVIDENCE}`],
  ["a nudge about something else", `Stall detected: ping_pong, 6 times.\n${EVIDENCE}`],
  ["a persisting failure that is not quoted", "The same failure has persisted across 3 turns."],
  ["advice", "Look at src/delivery.js: the limit of 100.00 should be inclusive."],
])("%s does not move it", async (_what, content) => {
  const unmoved = await answer(...stuckConversation())
  expect(await answer(...stuckConversation(), { role: "user", content })).toEqual(unmoved)
})

test("a quoted failure that has persisted moves it: it looks where the quoted test points, and tests again", async () => {
  const { tool_calls } = await answer(...stuckConversation(), { role: "user", content: NUDGE })
  expect(tool_calls).toEqual([
    { name: "read_file", arguments: { path: "src/delivery.js" } },
    { name: "shell", arguments: { command: "node --test" } },
  ])
})

test("what it then edits depends on what it read", async () => {
  const after = (content: string): Promise<Pick<ModelReply, "text" | "tool_calls">> =>
    answer(
      ...stuckConversation(),
      { role: "user", content: NUDGE },
      ...exchange("read_file", { path: "src/delivery.js" }, content),
    )
  const fixed = await after("return subtotal < LIMIT ? FEE : 0\n")
  expect(fixed.tool_calls).toEqual([
    {
      name: "edit_file",
      arguments: {
        path: "src/order.js",
        old_text: "Number(total.toFixed(2))",
        new_text: "Math.round(total * 100) / 100",
      },
    },
    {
      name: "edit_file",
      arguments: { path: "src/delivery.js", old_text: "subtotal < LIMIT", new_text: "subtotal <= LIMIT" },
    },
  ])
  expect((await after("return fees.get(subtotal)\n")).text).toBe("I cannot find the cause of this failure.")
})

test("the roundings go round in a circle, each found by the next turn", () => {
  let content = ORDER
  const seen = new Set([content])
  for (let turn = 0; turn < 4; turn += 1) {
    const hunch = nextRounding(content)
    expect(hunch).not.toBeNull()
    content = content.replace(hunch?.old_text ?? "", hunch?.new_text ?? "")
    seen.add(content)
  }
  expect({ content, versions: seen.size }).toEqual({ content: ORDER, versions: 4 })
  expect(nextRounding("return total\n")).toBeNull()
})

test("a limit is only suspected when the failure lies exactly on one", () => {
  expect(inclusiveBoundary("a > B", "an order of 120.00")).toBeNull()
  expect(inclusiveBoundary("a > B", "exactly 100.00")).toEqual({ old_text: "a > B", new_text: "a >= B" })
})
