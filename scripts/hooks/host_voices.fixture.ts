import { appendFileSync } from "node:fs"
import { join } from "node:path"
import type { HostName } from "../../packages/hooks/src/events/host_event.ts"

/** Files by path below the project; null: none. */
export type Files = Readonly<Record<string, string | null>>

/** What happens in a session, whichever words a host has for it. */
export type Happening =
  | { readonly type: "begins"; readonly source: "resume" | "clear" }
  | { readonly type: "prompt"; readonly text: string }
  | {
      readonly type: "runs"
      readonly command: string
      readonly exit_code: number
      readonly output: string
      /** What it does to files. */
      readonly files?: Files
      /** It goes to the background, and its end is told later or never. */
      readonly in_background?: true
    }
  /** A command in the background has ended. */
  | {
      readonly type: "ended"
      readonly command: string
      readonly exit_code: number
      readonly output: string
    }
  | { readonly type: "writes"; readonly path: string; readonly content: string }
  /** An edit whose old text is not in the file. */
  | { readonly type: "misses"; readonly path: string }
  /** The person changes files, and the host tells nothing of it. */
  | { readonly type: "person"; readonly files: Files }
  | {
      readonly type: "stops"
      readonly words: string
      readonly running?: readonly string[]
      readonly agents?: readonly string[]
    }

/** Where it happens. */
export interface Scene {
  readonly project: string
  /** The host's own record of the session. */
  readonly transcript: string
  /** Of the happening, from 1. */
  readonly number: number
  /** The agent was held, and nobody spoke since. */
  readonly again: boolean
}

/** The hosts whose formats are known from their real programs. */
export const voices = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  opencode,
  pi,
} as const satisfies Partial<Record<HostName, (event: Happening, scene: Scene) => object | null>>

export type Voice = keyof typeof voices

const MISSES = "Could not find the old text in the file."

function claudeCode(event: Happening, scene: Scene): object | null {
  const { project, transcript, number, again } = scene
  const tell = (hook_event_name: string, more: object) => ({
    session_id: "s1",
    transcript_path: transcript,
    cwd: project,
    permission_mode: "default",
    hook_event_name,
    ...more,
  })
  const batch = (tool_name: string, tool_input: object, tool_response: string) =>
    tell("PostToolBatch", {
      tool_calls: [{ tool_name, tool_input, tool_use_id: `toolu_${number}`, tool_response }],
    })
  switch (event.type) {
    case "begins":
      return tell("SessionStart", { source: event.source })
    case "prompt":
      return tell("UserPromptSubmit", { prompt: event.text })
    case "runs": {
      const { command, exit_code, output } = event
      if (event.in_background !== true)
        return batch("Bash", { command }, exit_code === 0 ? output : `Exit code ${exit_code}\n${output}`)
      const input = { command, run_in_background: true }
      const block = { type: "tool_use", id: `toolu_${command}`, name: "Bash", input }
      append(transcript, { type: "assistant", message: { content: [block] } })
      return batch(
        "Bash",
        input,
        "Command running in background with ID: b1. Output is being written to: /b1.",
      )
    }
    case "ended": {
      const { command, exit_code } = event
      const how = exit_code === 0 ? "completed (exit code 0)" : `failed with exit code ${exit_code}`
      const summary = `<summary>Background command "tests" ${how}</summary>`
      const id = `<tool-use-id>toolu_${command}</tool-use-id>`
      return tell("UserPromptSubmit", {
        prompt: `<task-notification>\n<task-id>b1</task-id>\n${id}\n${summary}\n</task-notification>`,
      })
    }
    case "writes": {
      const file_path = join(project, event.path)
      return batch("Write", { file_path, content: event.content }, `The file ${file_path} has been updated.`)
    }
    case "misses": {
      const edit = { file_path: join(project, event.path), old_string: "old", new_string: "new" }
      return batch("Edit", edit, `<tool_use_error>${MISSES}</tool_use_error>`)
    }
    case "person":
      return null
    case "stops": {
      const shells = (event.running ?? []).map((command) => ({ type: "shell", status: "running", command }))
      const agents = (event.agents ?? []).map((description) => ({ type: "subagent", description }))
      const background_tasks = [...shells, ...agents.map((agent) => ({ ...agent, status: "running" }))]
      return tell("Stop", {
        stop_hook_active: again,
        last_assistant_message: event.words,
        background_tasks,
      })
    }
  }
}

/** The model's scripts call the tools, so a command that goes on is told by what a script prints. */
function codex(event: Happening, { project, transcript, number, again }: Scene): object | null {
  const at = number * 1000
  const timestamp = new Date(at).toISOString()
  const id = `exec-${number}`
  const tell = (hook_event_name: string, more: object) => ({
    session_id: "s1",
    turn_id: "t1",
    transcript_path: transcript,
    cwd: project,
    hook_event_name,
    ...more,
  })
  const record = (payload: object, type = "event_msg") => append(transcript, { timestamp, type, payload })
  const sent = (input: string) =>
    record({ type: "custom_tool_call", call_id: `call_${number}`, name: "exec", input }, "response_item")
  const answered = (output: string) =>
    record({ type: "custom_tool_call_output", call_id: `call_${number}`, output }, "response_item")
  const item = (of: object, started_at_ms = at) =>
    record({ type: "item_completed", item: of, started_at_ms, completed_at_ms: at })
  const ran = (command: string, exit_code: number, aggregated_output: string) => ({
    type: "CommandExecution",
    process_id: processOf(command),
    command: ["/bin/bash", "-lc", command],
    aggregated_output,
    exit_code,
  })
  switch (event.type) {
    case "begins":
      return tell("SessionStart", { source: event.source })
    case "prompt":
      return tell("UserPromptSubmit", { prompt: event.text })
    case "runs": {
      const { command, exit_code, output } = event
      sent(`text(await tools.exec_command(${JSON.stringify({ cmd: command })}))`)
      if (event.in_background === true) {
        answered(JSON.stringify({ session_id: Number(processOf(command)), output: "" }))
        return null
      }
      item({ id, ...ran(command, exit_code, output) })
      const input = { tool_name: "Bash", tool_input: { command }, tool_response: output, tool_use_id: id }
      answered(JSON.stringify({ exit_code, output }))
      return tell("PostToolUse", input)
    }
    case "ended":
      item({ id, ...ran(event.command, event.exit_code, event.output) }, 0)
      return null
    case "writes": {
      const lines = event.content.trimEnd().split("\n")
      const command = `*** Begin Patch\n*** Add File: ${event.path}\n${lines.map((line) => `+${line}`).join("\n")}\n*** End Patch`
      item({ type: "FileChange", id, status: "completed" })
      const tool_response = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${event.path}\n`
      return tell("PostToolUse", {
        tool_name: "apply_patch",
        tool_input: { command, tool_response, tool_use_id: id },
      })
    }
    case "misses":
      sent(`tools.apply_patch("*** Begin Patch\\n*** Update File: ${event.path}\\n@@\\n-old\\n+new\\n")`)
      answered(`Script error:\napply_patch verification failed: ${MISSES}`)
      return null
    case "person":
      return null
    case "stops":
      return tell("Stop", { stop_hook_active: again, last_assistant_message: event.words })
  }
}

function geminiCli(event: Happening, { project, transcript, again }: Scene): object | null {
  const tell = (hook_event_name: string, more: object) => ({
    session_id: "s1",
    transcript_path: transcript,
    cwd: project,
    hook_event_name,
    ...more,
  })
  const after = (tool_name: string, tool_input: object, tool_response: object) =>
    tell("AfterTool", { tool_name, tool_input, tool_response })
  switch (event.type) {
    case "begins":
      return tell("SessionStart", { source: event.source })
    case "prompt":
      return tell("BeforeAgent", { prompt: event.text })
    case "runs": {
      const { command, exit_code, output, in_background = false } = event
      const foot = `${exit_code === 0 ? "" : `Exit Code: ${exit_code}\n`}Process Group PGID: 7`
      const text = in_background ? "Command moved to background (PID: 7)." : `Output: ${output}\n${foot}`
      const llmContent = `<untrusted_context>\n${text}\n</untrusted_context>`
      return after("run_shell_command", { command, is_background: in_background }, { llmContent })
    }
    case "writes": {
      const file_path = join(project, event.path)
      const llmContent = `Successfully overwrote file: ${file_path}. Here is the updated code:\n${event.content}`
      return after("write_file", { file_path, content: event.content }, { llmContent })
    }
    case "misses": {
      const edit = { file_path: join(project, event.path), old_string: "old", new_string: "new" }
      return after("replace", edit, { llmContent: MISSES, error: { message: MISSES } })
    }
    // It tells nothing of a command that went to the background.
    case "ended":
    case "person":
      return null
    case "stops":
      return tell("AfterAgent", { prompt: "", prompt_response: event.words, stop_hook_active: again })
  }
}

function qwenCode(event: Happening, scene: Scene): object | null {
  const { project, number } = scene
  const batch = (name: string, tool_input: object, response: object, status: "success" | "error") => {
    const id = `call_${number}`
    const parts = [{ functionResponse: { id, name, response } }]
    const tool_response = { response_parts: parts, execution_status: status }
    const call = { tool_name: name, tool_input, tool_use_id: id, tool_call_id: id, status, tool_response }
    return { session_id: "s1", cwd: project, hook_event_name: "PostToolBatch", tool_calls: [call] }
  }
  switch (event.type) {
    case "runs": {
      const { command, exit_code, output, in_background = false } = event
      const input = { command, is_background: in_background }
      if (in_background)
        return batch("run_shell_command", input, { output: "Background shell started.\nid: bg_1" }, "success")
      const head = `Command: ${command}\nDirectory: (root)\nOutput: ${output}`
      const foot = `Error: (none)\nExit Code: ${exit_code}\nSignal: (none)\nProcess Group PGID: (none)`
      return exit_code === 0
        ? batch("run_shell_command", input, { output: `${head}\n${foot}` }, "success")
        : batch("run_shell_command", input, { error: `${head}\n${foot}` }, "error")
    }
    case "writes": {
      const file_path = join(project, event.path)
      const output = `Successfully overwrote file: ${file_path}.`
      return batch("write_file", { file_path, content: event.content }, { output }, "success")
    }
    case "misses": {
      const edit = { file_path: join(project, event.path), old_string: "old", new_string: "new" }
      return batch("edit", edit, { error: MISSES }, "error")
    }
    case "ended":
      return null
    // Its list of background work has no shells.
    case "stops":
      return claudeCode({ ...event, running: [] }, scene)
    case "begins":
    case "prompt":
    case "person":
      return claudeCode(event, scene)
  }
}

/** What its plugin's hooks are given, with the name of each. */
function opencode(event: Happening, { project, number }: Scene): object | null {
  const call = { sessionID: "s1", callID: `call_${number}` }
  const after = (tool: string, args: object, output: object) => ({
    hook: "tool.execute.after",
    input: { ...call, tool, args },
    output,
  })
  const bus = (type: string, properties: object) => ({
    hook: "event",
    event: { type, properties: { sessionID: "s1", ...properties } },
  })
  switch (event.type) {
    case "prompt":
      return { hook: "chat.message", input: call, output: { parts: [{ type: "text", text: event.text }] } }
    case "runs": {
      const { command, exit_code, output } = event
      return after("bash", { command }, { output, metadata: { exit: exit_code } })
    }
    case "writes": {
      const args = { filePath: join(project, event.path), content: event.content }
      return after("write", args, { output: "Wrote file successfully.", metadata: {} })
    }
    case "misses": {
      const input = { filePath: join(project, event.path), oldString: "old", newString: "new" }
      const state = { status: "error", input, error: MISSES }
      return bus("message.part.updated", { part: { type: "tool", tool: "edit", ...call, state } })
    }
    case "stops":
      return { ...bus("session.idle", {}), words: event.words }
    case "begins":
    case "ended":
    case "person":
      return null
  }
}

/** The events of its extensions. */
function pi(event: Happening, { project, number }: Scene): object | null {
  const result = (toolName: string, input: object, text: string, isError: boolean) => ({
    type: "tool_result",
    toolCallId: `call_${number}`,
    toolName,
    input,
    isError,
    content: [{ type: "text", text }],
  })
  switch (event.type) {
    case "begins":
      return { type: "session_start", reason: event.source }
    case "prompt":
      return { type: "input", text: event.text, source: "rpc" }
    case "runs": {
      const { command, exit_code, output } = event
      const text = exit_code === 0 ? output : `${output}\n\nCommand exited with code ${exit_code}`
      return result("bash", { command }, text, exit_code !== 0)
    }
    case "writes": {
      const path = join(project, event.path)
      return result("write", { path, content: event.content }, `Successfully wrote to ${path}`, false)
    }
    case "misses": {
      const path = join(project, event.path)
      return result("edit", { path, edits: [{ oldText: "old", newText: "new" }] }, MISSES, true)
    }
    case "stops": {
      const said = { role: "assistant", content: [{ type: "text", text: event.words }] }
      const context = { contextMessages: [said] }
      return { type: "agent_before_settle", outcome: "completed", entries: [], continue: false, context }
    }
    case "ended":
    case "person":
      return null
  }
}

function append(file: string, line: object): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** A number that stands for the process of a command. */
function processOf(command: string): string {
  return String(command.split("").reduce((sum, letter) => sum + letter.charCodeAt(0), 10_000))
}
