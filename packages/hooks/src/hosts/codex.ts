import { type JsonObject, parsedJson } from "@proofloop/foundation/text"
import {
  callArguments,
  codexAnnotations,
  codexResult,
  contentText,
  readMember,
  readNumber,
  readText,
} from "@proofloop/replay/recording"
import type { HookCall, ToldEvent } from "../events/host_event.ts"
import { answerInClaudeDialect, readClaudeDialect } from "./claude_dialect.ts"
import type { HostAdapter } from "./host_adapter.ts"

/**
 * Codex: a hook's input lacks the exit code, which the transcript has. Codex reports neither background commands nor
 * refused calls. It discards an answer with an unknown key.
 */
export const codex: HostAdapter = {
  host: "codex",
  transcript_field: "transcript_path",
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

/** Facts from the transcript alone: background commands, and the session a fork came from. */
function withTranscript({ session, event }: ToldEvent, transcript: string): ToldEvent {
  if (event.type === "stop") {
    return { session, event: { ...event, pending: runningCommands(transcript), resumes: false } }
  }
  if (event.type !== "session_start" || event.source !== "fork") return { session, event }
  const [first] = recordsWith(transcript, '"forked_from_id"')
  const parent_id = readText(readMember(first, "payload"), "forked_from_id")
  return { session: parent_id === undefined ? session : { ...session, parent_id }, event }
}

/** The record of a command that ended: its exit code and status. */
function endedCommand(transcript: string, id: string): unknown {
  const record = lastRecord(transcript, id, (payload) => {
    const item = readMember(payload, "item")
    const is_command = readText(item, "type") === "CommandExecution" && readText(item, "id") === id
    return readText(payload, "type") === "item_completed" && is_command
  })
  return readMember(record, "item")
}

/** The exit code in what the tool answered, where the transcript has that alone. */
function answeredExitCode(transcript: string, id: string): number | undefined {
  const answer = lastRecord(
    transcript,
    id,
    (payload) => readText(payload, "type") === "function_call_output" && readText(payload, "call_id") === id,
  )
  return answer === undefined ? undefined : codexResult(readMember(answer, "output"), false).exit_code
}

/** The command lines of calls that went to the background and have not ended since. */
function runningCommands(transcript: string): readonly string[] {
  return recordsWith(transcript, "Process running with session ID").flatMap((line) => {
    const payload = readMember(line, "payload")
    const id = readText(payload, "call_id")
    if (id === undefined || codexResult(readMember(payload, "output"), false).status !== "running") return []
    if (endedCommand(transcript, id) !== undefined) return []
    return commandOf(transcript, id) ?? []
  })
}

/** The command line of a call; undefined for one that only polls another command. */
function commandOf(transcript: string, id: string): string | undefined {
  const call = lastRecord(
    transcript,
    id,
    (payload) => readText(payload, "type") === "function_call" && readText(payload, "call_id") === id,
  )
  const sent = readMember(call, "arguments")
  return readText(call, "name") === "write_stdin" ? undefined : readText(callArguments(sent), "command")
}

/** Lines that are searched for one answer, from the end. */
const MAX_LINES = 64

/** The parsed lines of a transcript that hold a text, the latest last; lines that are not JSON are left out. */
function recordsWith(transcript: string, text: string): readonly unknown[] {
  const records: unknown[] = []
  let end = transcript.length
  for (let looked = 0; looked < MAX_LINES && end > 0; looked += 1) {
    const at = transcript.lastIndexOf(text, end - 1)
    if (at === -1) break
    const start = transcript.lastIndexOf("\n", at) + 1
    const line_end = transcript.indexOf("\n", at)
    const record = parsedJson(transcript.slice(start, line_end === -1 ? transcript.length : line_end))
    if (record !== undefined) records.unshift(record)
    end = start
  }
  return records
}

/** The payload of the last line that names an id and matches. */
function lastRecord(transcript: string, id: string, isIt: (payload: unknown) => boolean): unknown {
  if (id === "") return undefined
  return recordsWith(transcript, JSON.stringify(id))
    .map((record) => readMember(record, "payload"))
    .findLast(isIt)
}
