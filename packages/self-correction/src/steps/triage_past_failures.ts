import type { Memory } from "@proofloop/jobs"
import { dataBlock, promptLine } from "@proofloop/stdlib/llm"

export type PastFailure = Pick<Memory, "embedding_key" | "payload">

/** The first three as a prompt carries them, a line each with its key; "(none)" without any. */
export function pastFailuresBlock(memories: readonly PastFailure[]): string {
  return dataBlock(memories.slice(0, 3).map(line).join("\n") || "(none)")
}

function line({ embedding_key, payload }: PastFailure): string {
  const fields = Object.entries(payload).slice(0, 10)
  const said = fields.map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return `${promptLine(name, 60)}: ${promptLine(text ?? "", 400)}`
  })
  return `- ${promptLine(embedding_key)}; ${said.join("; ")}`
}
