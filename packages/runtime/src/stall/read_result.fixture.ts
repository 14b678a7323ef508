import type { ToolAnnotations, ToolCall, ToolResult } from "../protocol/tool.ts"
import { proposeCall } from "./calls.ts"
import { parseStallConfig, type StallOptions } from "./config.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { type BaselineOf, readResult, type SettledResult } from "./settled_result.ts"

export const INFER: StallOptions = { repair_aware: true, undeclared_role: "infer" }
export const BASE: StallOptions = { repair_aware: true }
const NO_CHECKS: EvidenceContext = { checks: [] }

/** Reads a result of a call with these annotations. */
export function read(
  result: ToolResult,
  annotations: ToolAnnotations | undefined,
  {
    knobs = INFER,
    command,
    context = NO_CHECKS,
    baseline,
  }: {
    readonly knobs?: StallOptions
    readonly command?: string | undefined
    readonly context?: EvidenceContext
    readonly baseline?: BaselineOf
  } = {},
): SettledResult {
  const call: ToolCall = { name: "tool", arguments: command === undefined ? {} : { command } }
  const reading = readResult(result, {
    call: proposeCall(call, annotations),
    config: parseStallConfig(knobs),
    context,
    baseline,
  })
  return { ...reading, write_epoch: 0 }
}

/** What `node --test` prints of so many tests. */
export function tap(passed: number, failed: number): string {
  const points = [
    ...Array.from(
      { length: passed },
      (_, index) => `# Subtest: good ${index}\nok ${index + 1} - good ${index}`,
    ),
    ...Array.from(
      { length: failed },
      (_, index) => `# Subtest: bad ${index}\nnot ok ${passed + index + 1} - bad ${index}`,
    ),
  ]
  const total = passed + failed
  return `TAP version 13\n${points.join("\n")}\n1..${total}\n# tests ${total}\n# suites 0\n# pass ${passed}\n# fail ${failed}`
}

export const OK: ToolResult = { ok: true, output: "done" }
export const FAILED: ToolResult = { ok: false, error: "boom" }
