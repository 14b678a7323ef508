import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { RED } from "../fold/fold.fixture.ts"
import { mcpHandler } from "../install/mcp_entry.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { answerHookCall } from "./answer_hook_call.ts"

const WORDS = ["--hold", "--via", "mcp"]

/** A host's input: the handler's input, with the event's fields in place of their names. */
function sent(host: "claude-code" | "codex", event: string, fields: Record<string, unknown>): object {
  const { input } = mcpHandler({ host, words: WORDS }, event) as { input: Record<string, string> }
  const asText = (value: unknown) =>
    host === "codex" || typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => {
      const field = /^\$\{(.*)\}$/.exec(text)?.[1]
      return [name, field === undefined ? text : asText(fields[field])]
    }),
  )
}

const SESSION = { session_id: "s1", cwd: "/work" }
const WROTE = {
  tool_name: "Write",
  tool_use_id: "1",
  tool_input: { file_path: "/work/a.ts", content: "1" },
  tool_response: "ok",
}
const FAILED = {
  tool_name: "Bash",
  tool_use_id: "2",
  tool_input: { command: "npm test" },
  tool_response: `Exit code 1\n${RED}`,
}

it("holds a stop of Claude Code, which sends all as text, and keeps a sub-agent apart", () =>
  withFolder(async (home) => {
    const tell = (event: string, fields: object) =>
      answerHookCall(sent("claude-code", event, { ...SESSION, ...fields }), { home, version: "1" })
    expect(await tell("PostToolBatch", { tool_calls: [WROTE, FAILED] })).toBe("{}")
    const stop = { stop_hook_active: false, background_tasks: [], permission_mode: "default" }
    expect(await tell("SubagentStop", { ...stop, agent_id: "a1" })).toBe("{}")
    expect(await tell("Stop", { ...stop, permission_mode: "plan" })).toBe("{}")
    expect(JSON.parse(await tell("Stop", stop))).toEqual({
      decision: "block",
      reason: expect.stringContaining("expected 3, got 4") as string,
    })
  }))

it("tells a sub-agent of Codex by its transcript", () =>
  withFolder(async (home) => {
    const tell = (event: string, fields: object) =>
      answerHookCall(sent("codex", event, { ...SESSION, ...fields }), { home, version: "1" })
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch"
    const patched = {
      tool_name: "apply_patch",
      tool_use_id: "1",
      tool_input: { command: patch },
      tool_response: "Exit code: 0",
    }
    // The check of another session is known here.
    const checked = {
      tool_name: "Bash",
      tool_use_id: "2",
      tool_input: { command: "npm test" },
      tool_response: RED,
    }
    const child = { transcript_path: "/t/rollout-2026-child.jsonl" }
    await tell("PostToolUse", { ...patched, ...child })
    await tell("PostToolUse", { ...checked, transcript_path: "/t/rollout-2026-s1.jsonl" })
    const stop = { stop_hook_active: false, permission_mode: "default" }
    expect(await tell("Stop", { ...stop, transcript_path: "/t/rollout-2026-s1.jsonl" })).toBe("{}")
    const states = readFileSync(join(home, "state/heartbeat/codex.json"), "utf8")
    expect(states).toContain("mcp 1")
  }))

it.each([[null], [[]], [{}], [{ command: "rm -rf /" }], [{ command: "proofloop-hook run nobody" }], ["x"]])(
  "lets through what it does not understand: %j",
  (given) =>
    withFolder(async (home) => {
      expect(await answerHookCall(given, { home, version: "1" })).toBe("{}")
    }),
)
