import type { ToolCallRecord } from "../machines/run_state.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { settleCall } from "./journal/in_doubt.ts"
import { annotationsOf, planCall, runTool, type ToolRunContext } from "./run_tool.ts"
import type { Step } from "./step.ts"

export interface DispatchContext extends ToolRunContext {
  readonly max_concurrent: number
  readonly started: (index: number) => void
  readonly finished: (index: number, result: ToolResult) => void
  readonly step: Step
  /** Adds to a call's result what its tool cannot see. */
  readonly around: (call: () => Promise<ToolResult>, record: ToolCallRecord) => Promise<ToolResult>
}

/** Runs a turn's calls. Read-only neighbours run at once, up to the limit; all others run alone and in order. */
export async function dispatchCalls(
  calls: readonly ToolCallRecord[],
  context: DispatchContext,
): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = []
  for (const batch of batches(calls, context)) {
    if (context.signal.aborted) break
    const settled = await Promise.all(
      batch.map(async (index): Promise<ToolResult> => {
        const record = calls[index]
        if (record === undefined) return { ok: false, error: "no such call" }
        context.started(index)
        const key = `turn:${context.iteration}/tool:${index}:${record.call_id}`
        const run = async (): Promise<ToolResult> => runTool(record, context)
        const reads = annotationsOf(record, context).read_only === true
        const result = await context.step(key, reads ? run : () => context.around(run, record), {
          signal: context.signal,
          plan: () => planCall(record, context),
          settle: (plan) => settleCall(record, plan, context),
        })
        context.finished(index, result)
        return result
      }),
    )
    results.push(...settled)
  }
  return results
}

function batches(calls: readonly ToolCallRecord[], context: DispatchContext): readonly (readonly number[])[] {
  const groups: number[][] = []
  let open = false
  calls.forEach((record, index) => {
    const reads = annotationsOf(record, context).read_only === true
    const last = groups.at(-1)
    if (reads && open && last !== undefined && last.length < context.max_concurrent) last.push(index)
    else groups.push([index])
    open = reads
  })
  return groups
}
