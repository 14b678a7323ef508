import { readCheckCommand, type ToolAnnotations, type ToolResult } from "@proofloop/runtime/detector"
import { contentDigests } from "./content_digests.ts"
import { isRejection, observedOutcome } from "./observed_outcome.ts"
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
  const annotations = recording.annotations ?? inferAnnotations(tool, recording.arguments)
  const tool_call = { name: tool, arguments: recording.arguments }
  if (observation === null) return { event, tool_call, result: { status: "interrupted", annotations } }
  const command = commandOf(recording.arguments)
  const output = unwrapObservation(observation, tool, command)
  if (recording.status !== undefined) {
    return { event, tool_call, result: { status: recording.status, output, annotations } }
  }
  const result =
    annotations.kind === "edit"
      ? editResult(recording, output, annotations)
      : plainResult(recording, output, command, annotations)
  return { event, tool_call, result }
}

function inferAnnotations(tool: string, call_arguments: unknown): ToolAnnotations {
  const annotations = annotationsByName(tool, call_arguments)
  const script = annotations.kind === undefined ? scriptOf(commandOf(call_arguments)) : undefined
  return script === undefined
    ? annotations
    : { ...annotations, evidence_role: "verification", check_id: script }
}

function plainResult(
  recording: Recording,
  output: string,
  command: string | undefined,
  annotations: ToolAnnotations,
): ToolResult {
  const seen = observedOutcome(output, command)
  const exit_code = recording.exit_code ?? seen.exit_code
  const failed = recording.failed ?? (exit_code === undefined ? seen.failed : exit_code !== 0 || seen.failed)
  return { ok: !failed, output, annotations, ...(exit_code === undefined ? {} : { exit_code }) }
}

/** An edit tool that runs the checks as well answers with their report: then the edit was made, whatever they say. */
function editResult(recording: Recording, output: string, annotations: ToolAnnotations): ToolResult {
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
  const file_hashes = failed ? undefined : contentDigests(recording.arguments)
  return { ok: !failed, output, annotations, ...(file_hashes === undefined ? {} : { file_hashes }) }
}

function commandOf(call_arguments: unknown): string | undefined {
  if (typeof call_arguments !== "object" || call_arguments === null) return undefined
  const command = "command" in call_arguments ? call_arguments.command : undefined
  return typeof command === "string" ? command : undefined
}

const SCRIPT =
  /(?:^|[;&|\s])((?:python[\d.]*|node|ruby|php|perl|java|Rscript|bash|sh) (?:[^-\s;&|<>][^\s;&|<>]{0,200})|\.\/[^\s;&|<>]{1,200})/

/** The script a command runs, so that running it again after an edit is seen to judge the same thing. */
function scriptOf(command: string | undefined): string | undefined {
  if (command === undefined || readCheckCommand(command) !== null) return undefined
  return SCRIPT.exec(command)?.[1]
}
