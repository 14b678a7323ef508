import { readField } from "../../evidence/read_field.ts"

export interface CallPart {
  readonly id: string
  readonly tool_name: string
  readonly input: unknown
  /** The SDK could not make a call of it: an unknown tool, or arguments that the schema refuses. Nothing ran. */
  readonly invalid: boolean
}

export interface OutcomePart {
  readonly id: string
  readonly tool_name: string
  readonly input: unknown
  readonly failed: boolean
  /** The output, or the thrown value if `failed`. */
  readonly output: unknown
}

/** The part of a step's content as a tool call, else undefined. */
export function readCall(part: unknown): CallPart | null {
  if (readField(part, "type") !== "tool-call") return null
  return { ...identityOf(part), invalid: readField(part, "invalid") === true }
}

/** The part of a step's content as the outcome of a call, else undefined; a preliminary result does not count yet. */
export function readOutcome(part: unknown): OutcomePart | null {
  const type = readField(part, "type")
  if (type === "tool-error") return { ...identityOf(part), failed: true, output: readField(part, "error") }
  if (type !== "tool-result" || readField(part, "preliminary") === true) return null
  return { ...identityOf(part), failed: false, output: readField(part, "output") }
}

function identityOf(part: unknown): Pick<CallPart, "id" | "tool_name" | "input"> {
  const id = readField(part, "toolCallId")
  const tool_name = readField(part, "toolName")
  return {
    id: typeof id === "string" ? id : "",
    tool_name: typeof tool_name === "string" ? tool_name : "",
    input: readField(part, "input"),
  }
}
