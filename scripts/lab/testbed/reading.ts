import { createDetector } from "@proofloop/runtime/detector"
import { normaliseText, type SettledResult } from "@proofloop/runtime/internal/detector"
import type { Output } from "./output.ts"

export type Evidence = NonNullable<SettledResult["evidence"]>

/** What the detector keeps of an output that a declared verification brings. */
export function readOutput({ text, exit_code, place }: Output, command: string): Evidence | null {
  const detector = createDetector({
    stall_diagnostics: { repair_aware: true },
    workspace_root: place,
    tools: { check: { evidence_role: "verification", check_id: "check" } },
  })
  const proposed = detector.propose(detector.initial_state, {
    tool_calls: [{ id: "call", name: "check", arguments: { command } }],
  })
  const ok = exit_code === 0
  const told = ok ? { output: text } : { error: text }
  const { results } = detector.settle(proposed.state, {
    results: [{ tool_name: "check", call_id: "call", ok, exit_code, ...told }],
  })
  return results[0]?.evidence ?? null
}

/** The lines of an output as the detector compares them. */
export function normalisedLines({ text, place }: Output): readonly string[] {
  return text.split("\n").map((line) => normaliseText(line, { workspace_root: place }))
}
