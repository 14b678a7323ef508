import type { JsonObject } from "@proofloop/foundation/text"
import { describe, expect, test } from "vitest"
import type { HookCall, HookEvent, HostName } from "../events/host_event.ts"
import { hostAdapter } from "./hosts.ts"

const WHO = { session_id: "s", cwd: "/work" }

function eventOf(host: HostName, input: JsonObject, transcript: string | null = null): HookEvent | undefined {
  return hostAdapter(host).read({ ...WHO, ...input }, transcript)?.event
}

function untoldOf(host: HostName, input: JsonObject, transcript: string): readonly HookCall[] | undefined {
  return hostAdapter(host).read({ ...WHO, ...input }, transcript)?.untold
}

function callOf(host: HostName, input: JsonObject, transcript: string | null = null): HookCall | undefined {
  const event = eventOf(host, input, transcript)
  return event?.type === "calls_ended" ? event.calls[0] : undefined
}

describe("claude-code", () => {
  const bash = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t1" }
  const passed = (tool_response: JsonObject): HookCall | undefined =>
    callOf("claude-code", { ...bash, hook_event_name: "PostToolUse", tool_response })
  const inBatch = (tool_response: string, call: JsonObject = bash): HookCall | undefined =>
    callOf("claude-code", { hook_event_name: "PostToolBatch", tool_calls: [{ ...call, tool_response }] })

  test("a command in the background is no pass", () => {
    expect(passed({ stdout: "", stderr: "", backgroundTaskId: "b1" })).toMatchObject({ status: "running" })
    expect(inBatch("Command running in background with ID: b1. Output")).toMatchObject({ status: "running" })
  })

  test("a command that was cut off, or ran out of time, is no pass", () => {
    expect(passed({ stdout: "", stderr: "", interrupted: true })).toMatchObject({ status: "interrupted" })
    expect(passed({ stdout: "", stderr: "", timedOutAfterMs: 10 })).toMatchObject({ failed: true })
    const failure = { ...bash, hook_event_name: "PostToolUseFailure", error: "no", is_interrupt: true }
    expect(callOf("claude-code", failure)).toMatchObject({ status: "interrupted" })
    expect(inBatch("Command timed out after 2m 0s")?.exit_code).toBeUndefined()
  })

  test("a code that the host holds to be harmless is not known", () => {
    const call = passed({ stdout: "", stderr: "", returnCodeInterpretation: "No matches found" })
    expect(call).toMatchObject({ observation: "", annotations: undefined })
    expect(call?.exit_code).toBeUndefined()
  })

  test("an edit that the host refused in a batch failed", () => {
    const edit = { tool_name: "Edit", tool_input: { file_path: "/work/a.ts" }, tool_use_id: "t2" }
    const text = "<tool_use_error>File has not been read yet.</tool_use_error>"
    expect(inBatch(text, edit)).toMatchObject({ failed: true, annotations: { kind: "edit" } })
    expect(inBatch("The file /work/a.ts has been updated", edit)?.failed).toBeUndefined()
  })

  test("a stop waits for commands that run, not for a monitor, nor for what ended", () => {
    const task = (status: string, command: string, type = "shell"): JsonObject => ({ status, command, type })
    const background_tasks = [
      task("running", "npm test"),
      task("completed", "make"),
      task("running", "tail -f log", "monitor"),
      { status: "running", type: "subagent", description: "writes tests" },
    ]
    const last_assistant_message = "I wait."
    expect(
      eventOf("claude-code", { hook_event_name: "Stop", background_tasks, last_assistant_message }),
    ).toEqual({
      type: "stop",
      again: false,
      pending: ["npm test"],
      agents: ["writes tests"],
      resumes: true,
      last_words: "I wait.",
    })
  })

  test("what the host says in the person's name is a notice, no prompt", () => {
    const said = { hook_event_name: "UserPromptSubmit", prompt: "a task ended", source: "system" }
    expect(eventOf("claude-code", said)).toEqual({ type: "notice" })
    const ended = { hook_event_name: "UserPromptSubmit", prompt: "<task-notification>\n<task-id>b1" }
    expect(eventOf("claude-code", ended)).toEqual({ type: "notice" })
  })

  test("the end of a command in the background has its code in the notice, and its line in the transcript", () => {
    const sent = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "npm test" } }
    const transcript = JSON.stringify({ type: "assistant", message: { content: [sent] } })
    const told = (summary: string): readonly HookCall[] | undefined => {
      const prompt = `<task-notification>\n<tool-use-id>toolu_1</tool-use-id>\n<summary>${summary}</summary>\n</task-notification>`
      return untoldOf("claude-code", { hook_event_name: "UserPromptSubmit", prompt }, transcript)
    }
    expect(told('Background command "tests" failed with exit code 1')).toMatchObject([
      {
        tool: "Bash",
        arguments: { command: "npm test" },
        exit_code: 1,
        observation: "failed with exit code 1",
      },
    ])
    expect(told('Background command "tests" completed (exit code 0)')).toMatchObject([{ exit_code: 0 }])
    expect(told('Background command "tests" was stopped')).toEqual([])
  })
})

describe("codex", () => {
  const bash = {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_use_id: "call_1",
    tool_response: "Tests  12 passed (12)",
  }
  const line = (item: JsonObject): string =>
    JSON.stringify({ type: "event_msg", payload: { type: "item_completed", item } })
  const ended = { type: "CommandExecution", id: "call_1", exit_code: 0, status: "completed" }

  test("the code is in the transcript, whatever else names the call", () => {
    expect(callOf("codex", bash, `${line(ended)}\n`)).toMatchObject({ exit_code: 0 })
    const other = JSON.stringify({ type: "response_item", payload: { call_id: "call_1" } })
    const cut = line(ended).slice(0, -5)
    expect(callOf("codex", bash, [line({ ...ended, exit_code: 3 }), other, cut].join("\n"))).toMatchObject({
      exit_code: 3,
    })
    expect(callOf("codex", bash, line({ ...ended, status: "declined" }))).toMatchObject({ status: "refused" })
  })

  test("the code is in the answer, where the transcript has that alone", () => {
    const output = "Chunk ID: 1\nWall time: 1.0 seconds\nProcess exited with code 1\nOutput:\nrows differ"
    const payload = { type: "function_call_output", call_id: "call_1", output }
    const transcript = JSON.stringify({ type: "response_item", payload })
    expect(callOf("codex", bash, transcript)).toMatchObject({ exit_code: 1 })
  })

  test.each([
    ["no transcript", null],
    ["another call's", line({ ...ended, id: "call_11" })],
    ["a code of another type", line({ ...ended, exit_code: "0" })],
    ["no JSON", '{"call_1" CommandExecution'],
  ])("is not known with %s", (_what, transcript) => {
    const call = callOf("codex", bash, transcript)
    expect(call).toMatchObject({ status: "unknown" })
    expect(call).not.toHaveProperty("exit_code")
  })

  test("a command in the background is waited for until the transcript has its end", () => {
    const call = {
      type: "function_call",
      call_id: "call_1",
      name: "exec_command",
      arguments: '{"cmd":"make"}',
    }
    const runs = {
      type: "function_call_output",
      call_id: "call_1",
      output: "Process running with session ID 7\n",
    }
    const poll = { ...call, call_id: "call_2", name: "write_stdin", arguments: '{"session_id":7}' }
    const begun = [call, runs, poll, { ...runs, call_id: "call_2" }]
      .map((payload) => JSON.stringify({ type: "response_item", payload }))
      .join("\n")
    const stop = { hook_event_name: "Stop" }
    expect(eventOf("codex", stop, begun)).toMatchObject({ pending: ["make"] })
    expect(
      eventOf("codex", stop, `${begun}\n${line({ ...ended, exit_code: 3, process_id: "7" })}`),
    ).toMatchObject({
      pending: [],
    })
  })

  describe("what no hook is told of stands in the transcript", () => {
    const at = (second: number, type: string, payload: JsonObject): string =>
      JSON.stringify({ timestamp: new Date(second * 1000).toISOString(), payload: { type, ...payload } })
    const sent = (call_id: string, input: string): string =>
      at(0, "custom_tool_call", { call_id, name: "exec", input })
    const answered = (second: number, call_id: string, output = ""): string =>
      at(second, "custom_tool_call_output", { call_id, output })
    const item = (second: number, started: number, of: JsonObject): string =>
      at(second, "item_completed", { item: of, started_at_ms: started * 1000 })
    const ran = (id: string): JsonObject => ({
      type: "CommandExecution",
      id,
      process_id: "7",
      exit_code: 2,
      aggregated_output: "red",
      command: ["bash", "-lc", "make"],
    })
    const untold = (...lines: readonly string[]) =>
      untoldOf("codex", { hook_event_name: "Stop" }, lines.join("\n"))
    const rejected = [
      sent("p", String.raw`tools.apply_patch("*** Begin Patch\n*** Update File: a.js\n")`),
      answered(1, "p", "verification failed"),
    ]

    test("a patch that did not fit", () => {
      expect(untold(...rejected)).toMatchObject([
        { id: "p", failed: true, arguments: { command: '*** Begin Patch\n*** Update File: a.js\n")' } },
      ])
      const [call = "", answer = ""] = rejected
      expect(untold(call, item(1, 0, { type: "FileChange", id: "exec-1" }), answer)).toEqual([])
    })

    test("a command that a tool's answer did not wait for", () => {
      const end = item(9, 1, ran("exec-1"))
      expect(untold(sent("c", "make"), answered(2, "c"), end, ...rejected)).toMatchObject([
        { id: "exec-1", arguments: { command: "make" }, exit_code: 2, observation: "red" },
        { id: "p" },
      ])
      expect(untold(sent("c", "make"), end, answered(9, "c"))).toEqual([])
      const later = ["exec-8", "exec-9"].map((id) => item(20, 19, ran(id)))
      expect(untold(sent("c", "make"), answered(2, "c"), end, ...later)).toEqual([])
    })

    test("a command of a script that goes on", () => {
      const begun = [
        sent("c", 'text(await tools.exec_command({cmd: "npm test"}))'),
        answered(1, "c", '{"session_id":7}'),
      ]
      const stop = (...lines: readonly string[]) =>
        eventOf("codex", { hook_event_name: "Stop" }, lines.join("\n"))
      expect(stop(...begun)).toMatchObject({ pending: ["npm test"] })
      expect(stop(...begun, item(9, 0, ran("exec-1")))).toMatchObject({ pending: [] })
    })
  })

  test("a fork names what it was forked from", () => {
    const meta = JSON.stringify({ type: "session_meta", payload: { id: "s", forked_from_id: "parent" } })
    const input = { ...WHO, hook_event_name: "SessionStart", source: "fork" }
    expect(hostAdapter("codex").read(input, meta)?.session).toEqual({
      session_id: "s",
      agent_id: "",
      cwd: "/work",
      parent_id: "parent",
    })
    expect(hostAdapter("codex").read({ ...input, source: "resume" }, meta)?.session).not.toHaveProperty(
      "parent_id",
    )
  })
})

describe("the shell of gemini-cli", () => {
  const ran = (llmContent: string, tool_input: JsonObject = { command: "npm test" }): HookCall | undefined =>
    callOf("gemini-cli", {
      hook_event_name: "AfterTool",
      tool_name: "run_shell_command",
      tool_input,
      tool_response: { llmContent },
    })
  const framed = (body: string): string => `<untrusted_context>\n${body}\n</untrusted_context>`

  test("says no code where it is 0", () => {
    expect(ran(framed("Output: ok\nProcess Group PGID: 7"))).toMatchObject({
      exit_code: 0,
      observation: "ok",
    })
    expect(ran(framed("Output: ok\nSignal: 9\nProcess Group PGID: 7"))).toMatchObject({ failed: true })
    expect(ran(framed("Output: (empty)\nError: spawn sh ENOENT"))).toMatchObject({ failed: true })
    expect(ran("something else")).not.toHaveProperty("exit_code")
  })

  test("has the same words each time, whatever its group of processes is", () => {
    const [first, second] = [7, 8].map((pgid) =>
      ran(framed(`Output: x\nExit Code: 2\nProcess Group PGID: ${pgid}`)),
    )
    expect(first).toEqual(second)
    expect(first).toMatchObject({ exit_code: 2 })
  })

  test("a code that the command printed is not its own", () => {
    const output = ["Output: Exit Code: 3", ...Array.from({ length: 20 }, String), "Process Group PGID: 7"]
    expect(ran(framed(output.join("\n")))).toMatchObject({ exit_code: 0 })
  })

  test.each([
    ["Command moved to background (PID: 7). Output hidden.", { status: "running" }],
    ["Command was cancelled by user before it could complete.", { status: "interrupted" }],
    ["Command was automatically cancelled because it exceeded the timeout of 5 minutes", { failed: true }],
  ])("%s", (text, outcome) => {
    expect(ran(text)).toMatchObject(outcome)
  })

  test("what qwen-code repeats of our own words is not part of the result", () => {
    const error = "Output: x\nExit Code: 1\nProcess Group PGID: (none)\n\n[proofloop] The same failure again"
    const input = {
      hook_event_name: "PostToolUseFailure",
      tool_name: "run_shell_command",
      tool_input: {},
      error,
    }
    expect(callOf("qwen-code", input)).toMatchObject({ observation: "x\nExit Code: 1", exit_code: 1 })
  })

  test("a failure without a code is one for qwen-code", () => {
    const input = {
      hook_event_name: "PostToolUseFailure",
      tool_name: "run_shell_command",
      error: "Output: x",
    }
    expect(callOf("qwen-code", input)).toMatchObject({ failed: true, exit_code: undefined })
  })
})

test("a tool of opencode that throws tells it by an event alone", () => {
  const failed = (error: string): HookCall | undefined => {
    const state = { status: "error", input: { filePath: "/work/a.ts" }, error }
    const part = { type: "tool", tool: "edit", callID: "call_1", state }
    const event = { type: "message.part.updated", properties: { sessionID: "s", part } }
    return callOf("opencode", { hook: "event", directory: "/work", event })
  }
  expect(failed("Could not find oldString")).toMatchObject({ failed: true, annotations: { kind: "edit" } })
  for (const text of ["[proofloop] refused", "The user rejected permission to use this specific tool call."])
    expect(failed(text)).toMatchObject({ status: "refused" })
})

test("the last words of an agent come with its stop", () => {
  const said = [{ role: "assistant", content: [{ type: "text", text: "Done." }] }]
  const settling = { type: "agent_before_settle", context: { contextMessages: said } }
  const idle = { type: "session.idle", properties: { sessionID: "s" } }
  const stops = [
    eventOf("pi", { event: settling }),
    eventOf("pi", { event: { type: "agent_end", messages: said } }),
    eventOf("opencode", { hook: "event", directory: "/work", event: idle, last_words: "Done." }),
  ]
  for (const stop of stops) expect(stop).toMatchObject({ type: "stop", last_words: "Done." })
})

describe("pi", () => {
  const result = (text: string, isError: boolean): HookCall | undefined =>
    callOf("pi", {
      event: {
        type: "tool_result",
        toolName: "bash",
        toolCallId: "c",
        input: {},
        isError,
        content: [{ type: "text", text }],
      },
    })

  test("the last line of a failed command is its code", () => {
    expect(result("a\n\n\nCommand exited with code 2", true)).toMatchObject({
      observation: "a",
      exit_code: 2,
    })
    expect(result("Command exited with code 2", false)).toMatchObject({ exit_code: 0 })
    expect(result("a\n\nCommand timed out after 10 seconds", true)).toMatchObject({ failed: true })
    expect(result("a\n\nCommand aborted", true)).toMatchObject({ status: "interrupted" })
  })

  test("whoever broke it off is not held", () => {
    expect(eventOf("pi", { event: { type: "agent_before_settle", outcome: "aborted" } })).toBeUndefined()
    expect(
      eventOf("pi", { event: { type: "agent_end", messages: [{ stopReason: "aborted" }] } }),
    ).toBeUndefined()
    expect(eventOf("pi", { event: { type: "agent_before_settle", outcome: "completed" } })?.type).toBe("stop")
  })
})

test("a command of copilot that goes on is no pass, and a success without a code is not known", () => {
  const ran = (text_result_for_llm: string): HookCall | undefined =>
    callOf("copilot", {
      hook_event_name: "PostToolUse",
      tool_name: "bash",
      tool_input: { command: "npm test" },
      tool_result: { result_type: "success", text_result_for_llm },
    })
  expect(ran("x\n<command with shellId: 1 is still running after 30 seconds>")).toMatchObject({
    status: "running",
  })
  expect(ran("x")).toMatchObject({ observation: "x" })
  expect(ran("x")).not.toHaveProperty("exit_code")
})

test("a person's word for a broken-off turn of cursor is kept", () => {
  const stop = { hook_event_name: "stop", workspace_roots: ["/work"], conversation_id: "c" }
  expect(eventOf("cursor", { ...stop, status: "aborted" })).toBeUndefined()
  expect(eventOf("cursor", { ...stop, status: "completed", loop_count: 2 })).toMatchObject({ again: true })
})
