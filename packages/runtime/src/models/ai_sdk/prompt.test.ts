import { expect, test } from "vitest"
import type { Message } from "../../protocol/message.ts"
import { aiSdkPrompt } from "./prompt.ts"

const MESSAGES: readonly Message[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Fix it." },
  {
    role: "assistant",
    content: "Looking.",
    tool_calls: [
      { id: "c1", name: "read", arguments: { path: "a" } },
      { name: "test", arguments: '{"n":1}' },
    ],
  },
  { role: "tool", content: "text", tool_call_id: "c1", tool_name: "read", ok: true },
  { role: "tool", content: "exit 1", tool_call_id: "c2", tool_name: "test", ok: false },
  { role: "assistant", content: "" },
  { role: "user", content: "Still failing.", feedback_kind: "verify_completion" },
  {
    role: "assistant",
    content: "",
    tool_calls: [
      { id: "c3", tool_name: "edit", tool_args: { path: "b" } },
      { id: "c4", arguments: "{" },
    ],
  },
]

test("the transcript becomes an AI SDK prompt", () => {
  expect(aiSdkPrompt(MESSAGES)).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Fix it." }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Looking." },
        { type: "tool-call", toolCallId: "c1", toolName: "read", input: { path: "a" } },
        { type: "tool-call", toolCallId: "call_2_2", toolName: "test", input: { n: 1 } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c1", toolName: "read", output: { type: "text", value: "text" } },
        {
          type: "tool-result",
          toolCallId: "c2",
          toolName: "test",
          output: { type: "error-text", value: "exit 1" },
        },
      ],
    },
    { role: "user", content: [{ type: "text", text: "Still failing." }] },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "c3", toolName: "edit", input: { path: "b" } },
        { type: "tool-call", toolCallId: "c4", toolName: "", input: "{" },
      ],
    },
  ])
})
