import {
  type JsonObject,
  parsedJson,
  readList,
  readMember,
  readNumber,
  readText,
} from "@proofloop/foundation/text"
import { codexAnnotations, codexResult, contentText } from "@proofloop/replay/internal/recording"
import type { HookCall, ToldEvent } from "../events/host_event.ts"
import { answerInClaudeDialect, readClaudeDialect } from "./claude_dialect.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { lastPayload, recordsWith } from "./transcript.ts"

/**
 * Codex: a hook's input lacks the exit code, which the transcript has, with the calls that no hook is told of. It
 * discards an answer with an unknown key.
 */
export const codex: HostAdapter = {
  host: "codex",
  transcriptPath: (input) => input["transcript_path"],
  read(input, transcript) {
    const told = readClaudeDialect(input, (named, call) => readCall(named, call, transcript ?? ""))
    return told === null ? null : withTranscript(told, transcript ?? "")
  },
  answer: answerInClaudeDialect,
}

function readCall(named: Omit<HookCall, "observation">, told: JsonObject, transcript: string): HookCall {
  const annotations = codexAnnotations(named.tool, named.arguments)
  const response = readMember(told, "tool_response")
  if (named.tool !== "Bash") {
    const { observation, ...result } = codexResult(response, annotations?.kind === "edit")
    return { ...named, ...result, observation, annotations }
  }
  const call = { ...named, observation: contentText(response), annotations }
  const ended = endedCommand(transcript, named.id)
  const exit_code = readNumber(ended, "exit_code") ?? answeredExitCode(transcript, named.id)
  if (readText(ended, "status") === "declined") return { ...call, status: "refused" }
  // A command whose end was never reported does not count as passed, whatever it printed.
  return exit_code === undefined ? { ...call, status: "unknown" } : { ...call, exit_code }
}

/** Facts from the transcript alone: calls that were not told, background commands, and the session a fork came from. */
function withTranscript({ session, event }: ToldEvent, transcript: string): ToldEvent {
  if (event.type === "calls_ended")
    return { session, event: { ...event, calls: [...untoldCalls(transcript), ...event.calls] } }
  if (event.type === "stop") {
    const pending = runningCommands(transcript)
    return { session, event: { ...event, pending, resumes: false }, untold: untoldCalls(transcript) }
  }
  if (event.type !== "session_start" || event.source !== "fork") return { session, event }
  const [first] = recordsWith(transcript, '"forked_from_id"')
  const parent_id = readText(readMember(first, "payload"), "forked_from_id")
  return { session: parent_id === undefined ? session : { ...session, parent_id }, event }
}

const RECENT_CHARACTERS = 256 * 1024
const CALLS = /"(?:item_completed|(?:custom_tool|function)_call(?:_output)?)"/

/** Calls that ended, by the items that Codex keeps of them, back to the last but one that hooks were told of. */
function untoldCalls(transcript: string): readonly HookCall[] {
  const lines = transcript.slice(-RECENT_CHARACTERS).split("\n")
  const records = lines.filter((line) => CALLS.test(line)).map((line) => parsedJson(line))
  const untold: HookCall[] = []
  let told = 0
  for (let end = records.length; end > 0 && told < 2; end -= 1) {
    const payload = readMember(records[end - 1], "payload")
    const before = records.slice(0, end - 1)
    const call = isItem(payload) ? backgroundCommand(payload, before) : rejectedPatch(payload, before)
    if (call !== undefined) untold.unshift(call)
    else if (isItem(payload)) told += 1
  }
  return untold
}

/** Whether a call did something, and its end is kept. */
function isItem(payload: unknown): boolean {
  return /^(?:CommandExecution|FileChange)$/.test(readText(readMember(payload, "item"), "type") ?? "")
}

/** A command went to the background where a tool answered between its start and its end. */
function backgroundCommand(payload: unknown, before: readonly unknown[]): HookCall | undefined {
  const item = readMember(payload, "item")
  const [id, exit_code, started_at] = [
    readText(item, "id"),
    readNumber(item, "exit_code"),
    readNumber(payload, "started_at_ms"),
  ]
  const answer = before.findLast((record) => typeOf(record)?.endsWith("_call_output"))
  const answered_at = Date.parse(readText(answer, "timestamp") ?? "")
  const command = readList(item, "command").at(-1)
  if (id === undefined || exit_code === undefined || !(answered_at > (started_at ?? Infinity)))
    return undefined
  const observation = readText(item, "aggregated_output") ?? ""
  return { id, tool: "Bash", arguments: { command }, observation, exit_code }
}

/** Neither a file nor a command comes of a patch that fits nowhere, by itself or in a script of the agent's. */
function rejectedPatch(payload: unknown, before: readonly unknown[]): HookCall | undefined {
  if (readText(payload, "type") !== "custom_tool_call_output") return undefined
  const id = readText(payload, "call_id") ?? ""
  const sent_at = before.findLastIndex((record) => readText(readMember(record, "payload"), "call_id") === id)
  const since = before.slice(sent_at).map((record) => readMember(record, "payload"))
  const patch = /\*{3} Begin Patch[^]*/.exec(readText(since[0], "input") ?? "")?.[0].replaceAll("\\n", "\n")
  if (sent_at === -1 || patch === undefined || since.some(isItem)) return undefined
  const call = { id, tool: "apply_patch", arguments: { command: patch } }
  const observation = contentText(readMember(payload, "output"))
  return { ...call, observation, failed: true, annotations: codexAnnotations(call.tool, call.arguments) }
}

function typeOf(record: unknown): string | undefined {
  return readText(readMember(record, "payload"), "type")
}

/** The record of a command that ended: its exit code and status. */
function endedCommand(transcript: string, id: string): unknown {
  const ended = lastPayload(
    transcript,
    id,
    (payload) => isItem(payload) && readText(readMember(payload, "item"), "id") === id,
  )
  return readMember(ended, "item")
}

/** The exit code in what the tool answered, where the transcript has that alone. */
function answeredExitCode(transcript: string, id: string): number | undefined {
  const answer = lastPayload(
    transcript,
    id,
    (payload) => readText(payload, "type") === "function_call_output",
  )
  return answer === undefined ? undefined : codexResult(readMember(answer, "output"), false).exit_code
}

/** What a tool says of a command that goes on, in words, or in the JSON that a script prints. */
const RUNNING = ["Process running with session ID ", 'session_id\\":']
const COMMAND = /\bcmd"?\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,4000}")/

/** The command lines of calls that went to the background and have not ended since. */
function runningCommands(transcript: string): readonly string[] {
  return RUNNING.flatMap((mark) => recordsWith(transcript, mark)).flatMap((record) => {
    const payload = readMember(record, "payload")
    const output = contentText(readMember(payload, "output"))
    const [, session] = /(?:^Process running with session ID |"session_id":)(\d{1,19})/m.exec(output) ?? []
    const id = readText(payload, "call_id")
    if (session === undefined || id === undefined) return []
    const isEnd = (ended: unknown): boolean => readText(readMember(ended, "item"), "process_id") === session
    if (lastPayload(transcript, session, isEnd) !== undefined) return []
    const call = lastPayload(transcript, id, (sent) =>
      /tool_call$|function_call$/.test(readText(sent, "type") ?? ""),
    )
    const [, command] = COMMAND.exec(readText(call, "arguments") ?? readText(call, "input") ?? "") ?? []
    return command === undefined ? [] : JSON.parse(command)
  })
}
