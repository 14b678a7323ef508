import { parseOutput } from "../../../packages/runtime/src/detector.ts"
import { defaultParsers } from "../../../packages/runtime/src/evidence/parsers/built_in.ts"
import { proposeCall } from "../../../packages/runtime/src/stall/calls.ts"
import { parseStallConfig } from "../../../packages/runtime/src/stall/config.ts"
import { readResult } from "../../../packages/runtime/src/stall/settled_result.ts"
import type { Evidence } from "../../../packages/runtime/src/stall/state.ts"
import type { Output } from "./output.ts"

const config = parseStallConfig({ repair_aware: true })

/** What the detector keeps of an output that a declared verification brings; without the parsers named. */
export function readOutput(
  output: Output,
  command: string,
  without: ReadonlySet<string> = new Set(),
): Evidence | null {
  const call = proposeCall(
    { id: "call", name: "check", arguments: { command } },
    { evidence_role: "verification", check_id: "check" },
  )
  const parsers = defaultParsers.filter(({ name }) => !without.has(name))
  const ok = output.exit_code === 0
  const told = ok ? { output: output.text } : { error: output.text }
  return readResult(
    { tool_name: "check", call_id: "call", ok, exit_code: output.exit_code, ...told },
    { call, config, context: { checks: [], parsers, workspace_root: output.place } },
  ).evidence
}

/** The parsers that know an output. */
export function parsersOf({ text }: Output, command: string): readonly string[] {
  return parseOutput(text, command).parser.split("+")
}
