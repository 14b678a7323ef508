import { expect, test } from "vitest"
import type { ModelRequest } from "../../protocol/model.ts"
import { openAICompatibleSettings, type OpenAICompatibleOptions } from "./options.ts"
import { requestBody } from "./request_body.ts"

const TOOLS = [{ name: "edit", description: "Edits a file", input_schema: { type: "object" } }]

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Fix it." },
    {
      role: "assistant",
      content: "",
      tool_calls: [
        { id: "c1", name: "edit", arguments: { path: "a" } },
        { tool_name: "edit", tool_args: { path: "b" } },
      ],
    },
    { role: "tool", content: "ok", tool_call_id: "c1", tool_name: "edit", ok: true },
    { role: "user", content: "Still failing.", feedback_kind: "stall_diagnostics" },
    { role: "assistant", content: "Done.", tool_calls: [{ id: "c3", name: "edit", arguments: '{"path":' }] },
    { role: "assistant", content: "" },
  ],
  tools: TOOLS,
  tool_choice: "auto",
}

function body(options: Partial<OpenAICompatibleOptions> = {}, changes: Partial<ModelRequest> = {}): unknown {
  const settings = openAICompatibleSettings({ base_url: "http://h/v1", model: "m", ...options })
  return JSON.parse(requestBody({ ...REQUEST, ...changes }, settings))
}

test("messages, tools and stream options go on the wire", () => {
  expect(body()).toEqual({
    model: "m",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Fix it." },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", type: "function", function: { name: "edit", arguments: '{"path":"a"}' } },
          { id: "call_2_2", type: "function", function: { name: "edit", arguments: '{"path":"b"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: "ok" },
      { role: "user", content: "Still failing." },
      {
        role: "assistant",
        content: "Done.",
        tool_calls: [{ id: "c3", type: "function", function: { name: "edit", arguments: '{"path":' } }],
      },
      { role: "assistant", content: "" },
    ],
    tools: [
      {
        type: "function",
        function: { name: "edit", description: "Edits a file", parameters: { type: "object" } },
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test("tool_choice is sent only when it forbids tools that are there", () => {
  expect(body()).not.toHaveProperty("tool_choice")
  expect(body({}, { tool_choice: "none" })).toHaveProperty("tool_choice", "none")
  const without_tools = body({}, { tool_choice: "none", tools: [] })
  expect(without_tools).not.toHaveProperty("tool_choice")
  expect(without_tools).not.toHaveProperty("tools")
})

test("options and extra_body reach the body; undefined removes a default field", () => {
  const sent = body({
    temperature: 0,
    max_output_tokens: 9,
    extra_body: { seed: 7, max_tokens: undefined, stream_options: undefined },
  })
  expect(sent).toMatchObject({ temperature: 0, seed: 7 })
  expect(sent).not.toHaveProperty("max_tokens")
  expect(sent).not.toHaveProperty("stream_options")
  expect(body({ max_output_tokens: 9 })).toHaveProperty("max_tokens", 9)
  expect(body({ stream: false })).not.toHaveProperty("stream_options")
})
