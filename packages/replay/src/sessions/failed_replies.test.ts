import { expect, it } from "vitest"
import { outlineOfLines } from "./sessions.fixture.ts"

const CHAT = { id: "1", timestamp: "t", type: "user", content: "go" }

it.each([
  [
    "claude_code",
    { type: "user", uuid: "1", sessionId: "s", message: { role: "user", content: "go" } },
    {
      type: "assistant",
      uuid: "2",
      sessionId: "s",
      isApiErrorMessage: true,
      message: { model: "<synthetic>", content: [{ type: "text", text: "Connection error." }] },
    },
  ],
  [
    "codex",
    { type: "thread.started", thread_id: "s" },
    { type: "turn.failed", error: { message: "Connection error." } },
  ],
  [
    "opencode",
    { type: "text", sessionID: "s", part: { type: "text", text: "" } },
    { type: "error", sessionID: "s", error: { name: "APIError", data: { message: "Connection error." } } },
  ],
  [
    "gemini_cli",
    { sessionId: "s", projectHash: "h" },
    { ...CHAT, id: "2", type: "error", content: "[API Error: Connection error.]" },
  ],
  ["openai_chat", { role: "user", content: "go" }, { role: "assistant", error: "Connection error." }],
])("takes a reply that failed on its way for a turn: %s", async (_format, first, failed) => {
  const [, ...turns] = await outlineOfLines(first, failed)
  expect(turns).toEqual([expect.stringMatching(/^0: (?:.{0,16}Connection error\.\]?)?$/)])
})

it("tells of calls in a form that it does not know, once for all of them", async () => {
  const call = { tool: "Read", input: { path: "a.ts" }, id: "1" }
  const lines = [
    { role: "user", content: "go" },
    { role: "assistant", tool_calls: [call, call] },
  ]
  expect(await outlineOfLines(...lines)).toContain("skipped 2: a call without the name of its tool")
})
