import { expect, test } from "vitest"
import { type ClaudeHookEvent, type ClaudeHookInput, createClaudeHooks } from "./claude_agent_sdk.ts"
import type { WatchOptions } from "./watch_events.ts"

let calls = 0

function session(options?: WatchOptions) {
  const hooks = createClaudeHooks(options)
  return async (hook_event_name: ClaudeHookEvent, more: object = {}) => {
    const base = { session_id: "one", cwd: "/home/dev/demo", transcript_path: "/home/dev/t.jsonl" }
    const input: ClaudeHookInput = { ...base, hook_event_name, ...more }
    return hooks[hook_event_name][0]?.hooks[0]?.(input)
  }
}

const call = (tool_name: string, tool_input: object) => {
  return { tool_name, tool_input, tool_use_id: `toolu_${(calls += 1)}` }
}
const fail = () => {
  return {
    ...call("Bash", { command: "npm test" }),
    error: "Exit code 1\nFAIL sum > adds: expected 3, got 4",
  }
}
const edit = (file_path = "/home/dev/demo/sum.ts") => {
  const tool_response = { type: "update", filePath: file_path, originalFile: "3 tests failed" }
  return { ...call("Write", { file_path, content: "a" }), tool_response }
}

test("a failing check that was not mended is held twice, then handed back", async () => {
  const tell = session()
  await tell("PostToolUseFailure", fail())
  await tell("PostToolUse", edit())
  expect(await tell("Stop", { stop_hook_active: false })).toEqual({
    decision: "block",
    reason: expect.stringMatching(/npm test[^]*expected 3, got 4/),
  })
  const nudged = await tell("PostToolUseFailure", fail())
  expect(nudged?.hookSpecificOutput).toEqual({
    hookEventName: "PostToolUseFailure",
    additionalContext: expect.stringMatching(/did not change/),
  })
  expect(await tell("Stop", { stop_hook_active: true })).toHaveProperty("decision", "block")
  await tell("PostToolUseFailure", fail())
  expect(await tell("Stop", { stop_hook_active: true })).toEqual({
    systemMessage: expect.stringMatching(/stopped with this open/),
  })
  expect(await tell("Stop", { stop_hook_active: true })).toEqual({})
})

test("a passing check lets go", async () => {
  const tell = session()
  await tell("PostToolUseFailure", fail())
  await tell("PostToolUse", edit())
  const passed = { stdout: "Tests  2 passed (2)", stderr: "", interrupted: false }
  await tell("PostToolUse", { ...call("Bash", { command: "npm test" }), tool_response: passed })
  expect(await tell("Stop", { stop_hook_active: false })).toEqual({})
})

test("a sub-agent and another session are judged by themselves", async () => {
  const tell = session()
  await tell("PostToolUseFailure", { ...fail(), agent_id: "a1" })
  await tell("PostToolUse", { ...edit(), agent_id: "a1" })
  expect(await tell("Stop")).toEqual({})
  expect(await tell("Stop", { session_id: "two" })).toEqual({})
  expect(await tell("SubagentStop", { agent_id: "a2" })).toEqual({})
  expect(await tell("SubagentStop", { agent_id: "a1" })).toHaveProperty("decision", "block")
})

test("the very repeat is refused before it runs", async () => {
  const tell = session({ refuse_repeats: true })
  await tell("PostToolUseFailure", fail())
  await tell("PostToolUseFailure", fail())
  expect(await tell("PreToolUse", fail())).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(/failed 2 times/),
    },
  })
})

test("a tool that judges is declared", async () => {
  const tell = session({ tools: { judge: { evidence_role: "verification", check_id: "judge" } } })
  await tell("PostToolUseFailure", { ...call("judge", {}), error: "no good" })
  await tell("PostToolUse", edit())
  expect(await tell("Stop")).toHaveProperty("reason", expect.stringMatching(/judge:\n {2}\| no good/))
})

test("inputs of no known shape are answered with nothing", async () => {
  const [matcher] = createClaudeHooks().PostToolUse
  for (const hook_event_name of ["PostToolUse", "Stop", "NotYetInvented", ""])
    expect(await matcher?.hooks[0]?.({ hook_event_name, session_id: "" })).toEqual({})
})

test("options are checked when the hooks are made", () => {
  const misspelt: object = { verifies: "npm test", tools: {} }
  expect(() => createClaudeHooks(misspelt)).toThrow(/createClaudeHooks.*Did you mean "verify"/)
})
