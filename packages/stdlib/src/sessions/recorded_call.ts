import type { ToolAnnotations, ToolResult } from "@proofloop/runtime/detector"
import type { RecordedCall } from "./session.ts"

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
  /** What the importer knows about the tool; the rest is inferred from its name, arguments and command. */
  readonly annotations?: ToolAnnotations | undefined
}

/** A recorded call as the detector takes it: role, check and outcome inferred where the recording is silent. */
export function recordedCall(recording: Recording): RecordedCall {
  const { event, tool, observation, annotations = {} } = recording
  const result: ToolResult =
    observation === null
      ? { status: "interrupted", annotations }
      : { ok: recording.failed !== true, output: observation, annotations }
  return { event, tool_call: { name: tool, arguments: recording.arguments }, result }
}
