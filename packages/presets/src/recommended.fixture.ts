import { createDetector } from "@proofloop/runtime/detector"
import type { ToolResult } from "@proofloop/runtime/internal/detector"
import { resolvePreset } from "./resolution/resolve.ts"

/** One call a turn; "edit ..." is the edit tool's, null a new word of the user's. */
export type Turn = readonly [command: string, result: ToolResult] | null

const { stall_diagnostics } = resolvePreset("evidence")
if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) throw new Error("evidence")
const detector = createDetector({
  stall_diagnostics: { ...stall_diagnostics, repair_aware: true },
  tools: { shell: { kind: "execute" }, edit: { kind: "edit" } },
})

/** What the recommended detector says of each call, as "turn: pattern". */
export function patternsOf(turns: readonly Turn[]): readonly string[] {
  let state = detector.initial_state
  return turns.flatMap((turn, index) => {
    if (turn === null) {
      state = detector.renew(state)
      return []
    }
    const [command, result] = turn
    const name = command.startsWith("edit ") ? "edit" : "shell"
    const tool_call = { id: `call_${index}`, name, arguments: { command } }
    const step = detector.observe(state, {
      tool_calls: [tool_call],
      results: [{ tool_name: name, call_id: tool_call.id, ...result }],
    })
    state = step.state
    return step.warnings.map(({ pattern }) => `${index}: ${pattern}`)
  })
}

export const ok = (output: string): ToolResult => ({ ok: true, exit_code: 0, output })
export const fails = (output: string, exit_code = 1): ToolResult => ({ ok: false, exit_code, output })

export function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_none, index) => make(index))
}
