import { type JsonObject, cutMiddle } from "@proofloop/foundation/text"
import type { TurnPayload } from "@proofloop/runtime/internal"
import type { ToolResult } from "@proofloop/runtime/internal/detector"
import type { CritiqueKind } from "./critique_turn.ts"

export interface StateChange {
  readonly kind: CritiqueKind
  readonly text: string
}

const WRITE_KINDS: ReadonlySet<string> = new Set(["write", "scaffold"])
const EDIT_KINDS: ReadonlySet<string> = new Set(["edit", "delete", "mutation", "mutate"])
const COMMAND_KINDS: ReadonlySet<string> = new Set(["execute", "command"])

const MAX_ARGUMENTS = 2500
const MAX_OUTPUT = 1500

/**
 * What the successful calls of a turn changed, by their tools' declarations and by whether content changed; never by
 * a tool's name. Leaves out reads, checks and calls known to have changed nothing.
 */
export function stateChanges(turn: Pick<TurnPayload, "tool_calls" | "tool_results">): readonly StateChange[] {
  const { tool_calls, tool_results } = turn
  return tool_results.flatMap((result, index) => {
    const kind = changeKind(result)
    if (kind === null) return []
    const call = tool_calls.length === tool_results.length ? tool_calls[index] : undefined
    return [{ kind, text: describe(call?.arguments ?? {}, result) }]
  })
}

function changeKind(result: ToolResult): CritiqueKind | null {
  const { kind, mutates, read_only, evidence_role } = result.annotations ?? {}
  const { mutation_status } = result
  const word = typeof kind === "string" ? kind.toLowerCase() : ""
  if (!isSuccessful(result)) return null
  if (mutation_status !== "applied") {
    if (mutation_status !== undefined || read_only === true || mutates === false) return null
    if (COMMAND_KINDS.has(word)) {
      const says_nothing = evidence_role === "verification" || outputOf(result).trim() === ""
      return says_nothing ? null : "cli_output"
    }
    if (mutates !== true && !WRITE_KINDS.has(word) && !EDIT_KINDS.has(word)) return null
  }
  if (COMMAND_KINDS.has(word)) return "cli_output"
  return WRITE_KINDS.has(word) ? "write_file" : "edit"
}

/** The first present of `ok`, `success`, `status` decides. @requirement actions.result.ok-predicate */
function isSuccessful({ ok, success, status }: ToolResult): boolean {
  const decided = ok ?? success
  return decided === undefined || decided === null
    ? status === "ok" || status === "success"
    : Boolean(decided)
}

function describe(call_arguments: JsonObject, result: ToolResult): string {
  const given = Object.entries(call_arguments).map(([name, value]) => `${name}: ${textOf(value)}`)
  const output = cutMiddle(outputOf(result), MAX_OUTPUT)
  return [cutMiddle(given.join("\n"), MAX_ARGUMENTS), ...(output === "" ? [] : ["gave:", output])].join("\n")
}

function outputOf({ result, output, content }: ToolResult): string {
  return textOf(result ?? output ?? content)
}

function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : value === undefined || value === null
      ? ""
      : JSON.stringify(value)
}
