import { readCommand, type ToolAnnotations, type ToolResult } from "@proofloop/runtime/detector"
import { callArguments } from "./call_arguments.ts"
import { contentDigests } from "./content_digests.ts"
import { isRejection, observedOutcome, plainOutcome } from "./observed_outcome.ts"
import type { RecordedCall } from "./session.ts"
import { annotationsByName } from "./tool_words.ts"
import { unwrapObservation } from "./unwrap_observation.ts"

/** A call as a recording holds it. */
export interface Recording {
  readonly event: number
  readonly tool: string
  readonly arguments: unknown
  /** What the agent saw; null where the recording holds no observation. */
  readonly observation: string | null
  /** Whether the call failed, where the recording says so; else it is read off the observation. */
  readonly failed?: boolean | undefined
  readonly exit_code?: number | undefined
  /** Where the observation judges nothing: cut off by the user, denied, or the command still runs. */
  readonly status?: "interrupted" | "refused" | "running" | undefined
  /** What the importer knows about the tool; else it is inferred from its name, arguments and command. */
  readonly annotations?: ToolAnnotations | undefined
}

/** A recorded call as the detector takes it: role, check and outcome inferred where the recording is silent. */
export function recordedCall(recording: Recording): RecordedCall {
  const { event, tool, observation } = recording
  const call_arguments = withCommand(tool, callArguments(recording.arguments))
  const command = commandOf(call_arguments)
  const annotations = recording.annotations ?? inferAnnotations(tool, call_arguments, command)
  const tool_call = { name: tool, arguments: call_arguments }
  const status = recording.status ?? (observation === null ? "interrupted" : undefined)
  if (observation === null || status !== undefined) {
    const output = observation === null ? {} : { output: observation }
    return { event, tool_call, result: { status, ...output, annotations } }
  }
  const output = unwrapObservation(observation, tool, command)
  const result =
    annotations.kind === "edit"
      ? editResult(recording, call_arguments, output, annotations)
      : plainResult(recording, output, command, annotations)
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
  if (role === "verification" || runs === null) return annotations
  return { ...annotations, evidence_role: "verification", check_id: runs }
}

function plainResult(
  recording: Recording,
  output: string,
  command: string | undefined,
  annotations: ToolAnnotations,
): ToolResult {
  const looks = annotations.evidence_role === "observation"
  const plain = plainOutcome(output)
  const exit_code = recording.exit_code ?? plain.exit_code
  // The output is only read where nothing says already how the call went: the detector reads it again.
  const failed =
    recording.failed ??
    ((exit_code ?? 0) !== 0 || plain.failed || (!looks && observedOutcome(output, command, plain).failed))
  return { ok: !failed, output, annotations, ...(exit_code === undefined ? {} : { exit_code }) }
}

/** An edit tool that runs the checks as well answers with their report: then the edit was made, whatever they say. */
function editResult(
  recording: Recording,
  call_arguments: unknown,
  output: string,
  annotations: ToolAnnotations,
): ToolResult {
  const seen = observedOutcome(output, undefined)
  if (seen.checked && !isRejection(output)) {
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

/** A shell by name whose one text is called otherwise: that text is the command. */
function withCommand(tool: string, call_arguments: unknown): unknown {
  if (!SHELL.test(tool.slice(0, 200))) return call_arguments
  if (typeof call_arguments === "string") return { command: call_arguments }
  if (typeof call_arguments !== "object" || call_arguments === null || "command" in call_arguments)
    return call_arguments
  const texts = Object.values(call_arguments).filter((value) => typeof value === "string")
  const [text] = texts
  return text === undefined || texts.length > 1 ? call_arguments : { ...call_arguments, command: text }
}

function commandOf(call_arguments: unknown): string | undefined {
  if (typeof call_arguments !== "object" || call_arguments === null) return undefined
  const command = "command" in call_arguments ? call_arguments.command : undefined
  return typeof command === "string" ? command : undefined
}
