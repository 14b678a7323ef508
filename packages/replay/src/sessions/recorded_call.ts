import { readMember, readText, sha256Hex } from "@proofloop/foundation/text"
import { readCommand } from "@proofloop/runtime/detector"
import { deniesNamedThing, type ToolAnnotations, type ToolResult } from "@proofloop/runtime/internal/detector"
import { readPrinted } from "@proofloop/runtime/internal/evidence"
import { callArguments } from "./call_arguments.ts"
import { isRejection, lookOutcome, observedOutcome, type ObservedOutcome } from "./observed_outcome.ts"
import type { RecordedCall } from "./session.ts"
import { annotationsByName, looksByName } from "./tool_words.ts"

export interface Recording {
  /** Position of the recorded event, counted from 0 in a run. */
  readonly event: number
  readonly tool: string
  readonly arguments: unknown
  /** What the agent saw; null where the recording holds no observation. */
  readonly observation: string | null
  /** Whether the call failed, where the recording says so; else it is read off the observation. */
  readonly failed?: boolean | undefined
  /** Exit code of the process; absent where the recording tells none. */
  readonly exit_code?: number | undefined
  /**
   * Where the observation judges nothing: cut off by the user, denied, or still running. With "unknown", when the
   * recording lacks the outcome, the observation may show a failure but never a pass.
   */
  readonly status?: "interrupted" | "refused" | "running" | "unknown" | undefined
  /** What the importer knows about the tool; else it is inferred from its name, arguments and command. */
  readonly annotations?: ToolAnnotations | undefined
}

/** A recorded call as the detector takes it: role, check and outcome inferred where the recording is silent. */
export function recordedCall(recording: Recording): RecordedCall {
  const { event, tool, observation } = recording
  const call_arguments = withCommand(tool, callArguments(recording.arguments))
  const command = readText(call_arguments, "command")
  const annotations = recording.annotations ?? inferAnnotations(tool, call_arguments, command)
  const tool_call = { name: tool, arguments: call_arguments }
  const status = recording.status ?? (observation === null ? "interrupted" : undefined)
  if (observation === null || (status !== undefined && status !== "unknown")) {
    const output = observation === null ? {} : { output: observation }
    return { event, tool_call, result: { status, ...output, annotations } }
  }
  const output = unwrapObservation(observation, tool, command)
  const is_denied = recording.exit_code === undefined && deniesNamedThing(output, tool, call_arguments)
  const result =
    annotations.kind === "edit"
      ? editResult(recording, call_arguments, output, annotations)
      : plainResult(is_denied ? { ...recording, failed: true } : recording, output, command, annotations)
  if (status === "unknown" && result.ok === true)
    return { event, tool_call, result: { status: "interrupted", output, annotations } }
  return { event, tool_call, result }
}

/** A script the agent runs judges the same thing each time, so that a failure which outlasts an edit is seen. */
function inferAnnotations(
  tool: string,
  call_arguments: unknown,
  command: string | undefined,
): ToolAnnotations {
  const annotations = annotationsByName(tool, call_arguments)
  if (command === undefined || annotations.kind !== undefined) return annotations
  const { role, runs } = readCommand(command)
  if (role === "observation") return { ...annotations, evidence_role: "observation" }
  if (role === null && runs === null && looksByName(tool, command))
    return { kind: "read", evidence_role: "observation" }
  if (role === "verification" || runs === null) return annotations
  return { ...annotations, evidence_role: "verification", check_id: runs }
}

function plainResult(
  recording: Recording,
  observation: string,
  command: string | undefined,
  annotations: ToolAnnotations,
): ToolResult {
  const { failed: told, exit_code: known } = recording
  if (annotations.evidence_role === "observation") {
    const seen = lookOutcome(observation, command !== undefined, known)
    const failed = told === true || (seen.failed && (known !== undefined || told === undefined))
    return resultOf({ ...seen, failed }, annotations)
  }
  // What a pipe hides (`npm test | tail`), only the report behind it tells.
  const check = command === undefined ? null : readCommand(command).check
  const is_hidden = check?.exit_code_hidden === true
  const unseen = is_hidden && known === 0
  const seen = observedOutcome(
    observation,
    command,
    unseen ? undefined : known,
    told === false && !is_hidden ? 0 : undefined,
  )
  const exit_code = known ?? seen.exit_code
  const read = check === null || exit_code !== 0 ? null : readPrinted(seen.output, command ?? "").status
  const failed = told === true || read === "fail" || (seen.failed && !(unseen && read === "pass"))
  return resultOf({ ...seen, failed, exit_code }, annotations)
}

function resultOf(
  { failed, exit_code, output, timed_out }: Omit<ObservedOutcome, "checked">,
  annotations: ToolAnnotations,
): ToolResult {
  const code = exit_code === undefined ? {} : { exit_code }
  return { ok: !failed, output, annotations, ...code, ...(failed && timed_out === true ? { timed_out } : {}) }
}

/** An edit tool that runs the checks as well answers with their report: then the edit was made, whatever they say. */
function editResult(
  recording: Recording,
  call_arguments: unknown,
  output: string,
  annotations: ToolAnnotations,
): ToolResult {
  const seen = observedOutcome(output, undefined)
  if (recording.failed !== true && seen.checked && !isRejection(output)) {
    return {
      ok: !seen.failed,
      output,
      mutation_status: "applied",
      annotations: { ...annotations, evidence_role: "verification" },
    }
  }
  const failed = recording.failed ?? isRejection(output)
  const file_hashes = failed ? undefined : contentDigests(call_arguments)
  return { ok: !failed, output, annotations, ...(file_hashes === undefined ? {} : { file_hashes }) }
}

const SHELL =
  /(?:^|_|\b)(?:bash|sh|zsh|shell|terminal|exec|execute|console|powershell|command|cmd)(?:$|_|\b)/i

const COMMAND_FIELDS = [
  "command_line",
  "commandLine",
  "cmd",
  "bash_command",
  "shell_command",
  "script",
  "code",
  "input",
]

/** A shell by name whose command stands elsewhere: under another name, or as its only text. */
function withCommand(tool: string, call_arguments: unknown): unknown {
  if (!SHELL.test(tool.slice(0, 200))) return call_arguments
  if (typeof call_arguments === "string") return { command: call_arguments }
  if (typeof call_arguments !== "object" || call_arguments === null || "command" in call_arguments)
    return call_arguments
  const texts = new Map(Object.entries(call_arguments).filter(([, value]) => typeof value === "string"))
  const named = COMMAND_FIELDS.map((name) => texts.get(name)).find((value) => value !== undefined)
  const [only] = texts.size === 1 ? texts.values() : []
  const command = named ?? only
  return command === undefined ? call_arguments : { ...call_arguments, command }
}

const PATHS = ["path", "file_path", "filePath", "filepath", "file_name", "filename", "file"]
const CONTENTS = ["content", "contents", "file_text", "text", "new_content"]

/** Digest of a file a call wrote as a whole, by its path; undefined where the arguments hold no whole content. */
function contentDigests(call_arguments: unknown): Readonly<Record<string, string>> | undefined {
  const is_replacement = ["old_str", "old_string"].some(
    (name) => readMember(call_arguments, name) !== undefined,
  )
  if (is_replacement) return undefined
  const path = firstText(call_arguments, PATHS)
  const content = firstText(call_arguments, CONTENTS)
  if (path === undefined || content === undefined || path === "__proto__") return undefined
  return { [path]: sha256Hex(content) }
}

function firstText(value: unknown, names: readonly string[]): string | undefined {
  return names.map((name) => readText(value, name)).find((text) => text !== undefined)
}

const MAX_QUOTED = 200

/** What a tool said, without what a harness puts around it: the command's echo, "Command x returned:". */
function unwrapObservation(observation: string, tool: string, command: string | undefined): string {
  // The first line's indentation may be what a report is known by.
  const text = observation.replace(/^[\r\n]{1,1000}/, "").trimEnd()
  const wrapped = `Command ${tool} returned:`
  if (text.startsWith(wrapped)) return text.slice(wrapped.length).trimStart()
  const line = command?.trim() ?? ""
  if (line !== "" && text.startsWith(`${line}\n`)) return text.slice(line.length + 1)
  // Quoted in a sentence, such as "the command ... timed out", it would hide where the sentence ends.
  const quoted = line.includes("\n") ? text.slice(0, MAX_QUOTED + line.length).indexOf(line) : -1
  return quoted === -1
    ? text
    : text.slice(0, quoted) + line.split("\n", 1)[0] + text.slice(quoted + line.length)
}
