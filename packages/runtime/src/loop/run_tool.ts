import { thrownMessage } from "@proofloop/foundation/errors"
import { createDeadline, raceAbort } from "@proofloop/foundation/process"
import { type JsonObject, isRecord } from "@proofloop/foundation/text"
import { declaredCheck } from "../evidence/command/declared_check.ts"
import type { ToolCallRecord } from "../machines/run_state.ts"
import type { PlannedCall, ToolContext } from "../protocol/executable_tool.ts"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import { callArguments, resolveAnnotations } from "../stall/calls.ts"
import { failedResult } from "../tools/failed_result.ts"
import type { BoxedTool, ToolBox } from "./tool_box.ts"

export interface ToolRunContext {
  readonly box: ToolBox
  readonly checks: readonly string[]
  readonly root: string | undefined
  readonly iteration: number
  /** For processes that the call starts. */
  readonly env: Readonly<Record<string, string>>
  readonly timeout_ms: number
  readonly signal: AbortSignal
}

/** Runs one call. Never rejects: an unknown tool, bad arguments, a throw or a time-out is a failing result. */
export async function runTool(record: ToolCallRecord, context: ToolRunContext): Promise<ToolResult> {
  const base = { tool_name: record.tool_name, call_id: record.call_id }
  const boxed = context.box.find(record.tool_name)
  if (boxed === undefined) {
    return { ...base, ok: false, error: context.box.unknown(record.tool_name), annotations: NOTHING_RUN }
  }
  const call_arguments = callArguments(record.call)
  const annotations = annotationsOf(record, context)
  let is_run = true
  const result = await boundedCall(context, async (signal): Promise<ToolResult> => {
    const checked = await checkInput(boxed, call_arguments)
    is_run = checked.ok
    if (!checked.ok) return { ok: false, error: checked.error, mutation_status: "unchanged" }
    const before = await contentDigest(boxed, checked.value)
    signal.throwIfAborted()
    const { iteration, env } = context
    const call = { signal, call_id: record.call_id, iteration, env }
    const output = await execute(boxed, checked.value, call)
    const after = before === null ? null : await contentDigest(boxed, checked.value)
    return { ...output, ...mutationOf(output, before, after) }
  })
  return { ...withTypes(result), ...base, annotations: is_run ? annotations : NOTHING_RUN }
}

/** A tool may return anything; published fields have their type, or are dropped. */
function withTypes(result: ToolResult): ToolResult {
  const { status, exit_code, ...rest } = result
  return {
    ...rest,
    ...(typeof status === "string" ? { status: status.slice(0, LONGEST_STATUS) } : {}),
    ...(Number.isSafeInteger(exit_code) ? { exit_code } : {}),
  }
}

const LONGEST_STATUS = 64

/** What a call would write, if its tool can say. A tool whose plan fails has no plan. Never rejects. */
export async function planCall(
  record: ToolCallRecord,
  { box }: Pick<ToolRunContext, "box">,
): Promise<PlannedCall | null> {
  const boxed = box.find(record.tool_name)
  if (boxed?.tool.plan_writes === undefined) return null
  try {
    const checked = await checkInput(boxed, callArguments(record.call))
    return checked.ok ? await boxed.tool.plan_writes(checked.value) : null
  } catch {
    return null
  }
}

/** What a call's tool declares. A command known as a check is a verification, whichever tool of kind `execute` runs it. */
export function annotationsOf(
  record: ToolCallRecord,
  { box, checks, root }: Pick<ToolRunContext, "box" | "checks" | "root">,
): ToolAnnotations {
  const boxed = box.find(record.tool_name)
  if (boxed === undefined) return NOTHING_RUN
  const call_arguments = callArguments(record.call)
  const declared = resolveAnnotations(boxed.tool.annotations, call_arguments)
  const { command } = call_arguments
  if (declared.kind !== "execute" || typeof command !== "string") return declared
  const line = declaredCheck(command, checks, root)
  if (line === undefined) return declared
  // A check may run at any time and any number of times: the loop itself runs it again.
  return { ...declared, evidence_role: "verification", check_id: line, idempotent: true }
}

/** A call without a tool or with bad arguments runs nothing, so it checks nothing, whatever its command is. */
const NOTHING_RUN: ToolAnnotations = { evidence_role: "observation" }

async function checkInput(boxed: BoxedTool, value: JsonObject): ReturnType<BoxedTool["input"]["check"]> {
  try {
    return await boxed.input.check(value)
  } catch (error) {
    return { ok: false, error: `The arguments could not be checked: ${thrownMessage(error)}` }
  }
}

/** A throw, and an error that is returned, is a failing result. */
async function execute({ tool }: BoxedTool, value: JsonObject, call: ToolContext): Promise<ToolResult> {
  try {
    const output = await tool.execute(value, call)
    return output instanceof Error ? failedResult(output) : readOutput(output)
  } catch (error) {
    return failedResult(error)
  }
}

/** Bounds a whole call, its checks and digests included: a time-out or abort is its result, whatever the tool still does. */
async function boundedCall(
  { signal, timeout_ms }: ToolRunContext,
  call: (signal: AbortSignal) => Promise<ToolResult>,
): Promise<ToolResult> {
  const deadline = createDeadline({ time_ms: timeout_ms, signals: [signal] })
  try {
    return await raceAbort(() => call(deadline.signal), deadline.signal)
  } catch (error) {
    if (deadline.isOver())
      return { ok: false, timed_out: true, error: `The call timed out after ${timeout_ms} ms.` }
    if (signal.aborted) return { ok: false, status: "interrupted", error: "interrupted" }
    return { ok: false, error: thrownMessage(error) }
  } finally {
    deadline.release()
  }
}

/** A string is an ok result, as is a record that says whether it is ok. Anything else is the `result` of an ok one. */
function readOutput(output: unknown): ToolResult {
  if (typeof output === "string") return { ok: true, output }
  if (isRecord(output)) {
    if ("ok" in output || "success" in output) return { ...output }
    if ("exit_code" in output && typeof output.exit_code === "number") {
      return { ...output, ok: output.exit_code === 0, exit_code: output.exit_code }
    }
    // A record with some other status (an HTTP code, an issue's state) is data, not the outcome of the call.
    if ("status" in output && typeof output.status === "string" && OUTCOMES.has(output.status))
      return { ...output, status: output.status }
  }
  return { ok: true, result: output ?? null }
}

async function contentDigest({ tool }: BoxedTool, value: JsonObject): Promise<string | null> {
  if (tool.content_digest === undefined) return null
  try {
    return await tool.content_digest(value)
  } catch {
    return null
  }
}

function mutationOf(
  result: ToolResult,
  before: string | null,
  after: string | null,
): Pick<ToolResult, "mutation_status"> {
  if (result.mutation_status !== undefined || before === null || after === null) return {}
  return { mutation_status: before === after ? "unchanged" : "applied" }
}

const OUTCOMES: ReadonlySet<string> = new Set(
  "ok success error failed failure timeout running pending skipped deferred interrupted refused denied advisory stale".split(
    " ",
  ),
)
