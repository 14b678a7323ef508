import { readField } from "../../evidence/read_field.ts"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { Turn } from "../../stall/detector.ts"
import { type CallPart, type OutcomePart, readCall, readOutcome } from "./part.ts"

/** The part of an AI SDK step (ai 5, 6 and 7) that this library reads, so that no version of `ai` is needed. */
export interface AiSdkStep {
  readonly content: ReadonlyArray<{
    /** The sort of part: "text", "tool-call", "tool-result". */
    readonly type: string
  }>
  readonly text: string
  /** Why the model stopped, in the words of the AI SDK. */
  readonly finishReason: string
  /** The same in the words of the provider. Default: unknown. */
  readonly rawFinishReason?: string | undefined
  /** Tokens of the reply. Default: unknown. */
  readonly usage?:
    | {
        /** Tokens of the reply. Default: unknown. */
        readonly outputTokens?: number | undefined
      }
    | undefined
}

/** Reads what became of one call. Never throws. */
export type ReadResult = (call: CallPart, outcome: OutcomePart) => ToolResult

/**
 * A step as a turn of the detector: its calls, and their results in call order, whatever order they came in. A step
 * whose calls are all invalid (unknown tool, arguments that do not parse) is a reply with parse errors. Never throws.
 */
export function turnOf(step: AiSdkStep, readResult: ReadResult): Turn {
  const calls = step.content.flatMap((part) => readCall(part) ?? [])
  const output_tokens = readField(step.usage, "outputTokens")
  const reply = {
    text: step.text,
    provider_stop_reason: stopReasonOf(step),
    ...(typeof output_tokens === "number" ? { usage: { output_tokens } } : {}),
  }
  if (calls.length > 0 && calls.every((call) => call.invalid)) {
    return { ...reply, tool_calls: [], had_parse_errors: true, results: [] }
  }
  return { ...reply, tool_calls: calls.map(toolCallOf), results: resultsOf(calls, step, readResult) }
}

/** What the calls of a step came to, in order of arrival; skips calls that could not be made. Never throws. */
export function outcomesOf({ content }: Pick<AiSdkStep, "content">): readonly OutcomePart[] {
  const invalid = new Set(content.flatMap((part) => invalidId(part) ?? []))
  return content.flatMap((part) => readOutcome(part) ?? []).filter(({ id }) => !invalid.has(id))
}

function invalidId(part: unknown): string | null {
  const call = readCall(part)
  return call?.invalid === true ? call.id : null
}

function toolCallOf({ id, tool_name, input }: CallPart): ToolCall {
  return { id, name: tool_name, arguments: input }
}

/** The SDK's names with underscores, as everywhere in proofloop. "other" gives the provider's own word. */
function stopReasonOf({ finishReason, rawFinishReason }: AiSdkStep): string {
  return finishReason === "other" ? (rawFinishReason ?? "other") : finishReason.replaceAll("-", "_")
}

/**
 * One result a call, up to the last that has one. A call in between without a result is pending, because a provider
 * still works on it; so the others keep their places. Results for calls of earlier steps come last.
 */
function resultsOf(
  calls: readonly CallPart[],
  step: AiSdkStep,
  readResult: ReadResult,
): readonly ToolResult[] {
  const outcomes = step.content.flatMap((part) => readOutcome(part) ?? [])
  const results: (ToolResult | null)[] = calls.map((call) => {
    const at = outcomes.findIndex(({ id }) => id === call.id)
    const [outcome] = at === -1 ? [] : outcomes.splice(at, 1)
    return outcome === undefined ? null : readResult(call, outcome)
  })
  results.push(...outcomes.map((outcome) => readResult({ ...outcome, invalid: false }, outcome)))
  const known = results.findLastIndex((result) => result !== null) + 1
  return results.slice(0, known).map((result, at) => result ?? pending(calls[at]))
}

function pending(call: CallPart | undefined): ToolResult {
  return { tool_name: call?.tool_name ?? "", status: "pending" }
}
