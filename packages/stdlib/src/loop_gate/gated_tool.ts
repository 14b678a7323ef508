import { type ChangeSet, changeSet } from "@proofloop/foundation/git"
import type { PathRules } from "@proofloop/foundation/paths"
import { raceAbort } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolContext, ToolResult } from "@proofloop/runtime"
import { feedbackText } from "../critics/feedback.ts"
import { type FailedResult, type CriticResult, runCritics } from "../critics/run_critics.ts"
import type { SelectedCritic } from "../critics/select.ts"
import type { Violation } from "../critics/verdict.ts"
import { overlayFacts } from "../repository/overlay_facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import type { EditTurn, EditTurns } from "../workspace/edit_turns.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import { checkPath } from "../workspace/patch/plan_writes.ts"
import { filesAt } from "./files_at.ts"
import { plannedPaths, realFiles } from "./planned_files.ts"

interface EditGate {
  readonly root: string
  /** Critics that judge one file alone. */
  readonly critics: readonly SelectedCritic[]
  readonly paths: PathRules
  readonly on_rejected: (failed: FailedResult | PatchError) => void
  /** Of all the tools of a run. */
  readonly turns: EditTurns
}

/**
 * The same tool with each edit judged as it is made: containment, denylist and build manifests before, critics after.
 * A rejected edit is undone and becomes an `edit_rejected` error. So is an edit that threw or was stopped before its
 * judgement, unless a later call touched the file. Calls about one file take turns. Tools without planned writes run
 * unchanged.
 */
export function gatedTool(tool: Tool, gate: EditGate): Tool {
  const run = tool.plan_writes === undefined ? runUnplanned : runPlanned
  return {
    ...tool,
    // A tool may be an instance of a class, whose methods a spread would drop.
    name: tool.name,
    description: tool.description,
    input_schema: tool.input_schema,
    annotations: tool.annotations,
    workspace_root: tool.workspace_root,
    content_digest: tool.content_digest?.bind(tool),
    plan_writes: tool.plan_writes?.bind(tool),
    execute: async (call_arguments, context) => run(tool, gate, call_arguments, context),
  }
}

async function runUnplanned(
  tool: Tool,
  { turns }: EditGate,
  call_arguments: JsonObject,
  context: ToolContext,
): Promise<unknown> {
  await turns.pass(context.signal, { may_write: !isReadOnly(tool, call_arguments) })
  return tool.execute(call_arguments, context)
}

function isReadOnly({ annotations }: Tool, call_arguments: JsonObject): boolean {
  try {
    const declared = typeof annotations === "function" ? annotations(call_arguments) : annotations
    return declared?.read_only === true
  } catch {
    return false
  }
}

async function runPlanned(
  tool: Tool,
  gate: EditGate,
  call_arguments: JsonObject,
  context: ToolContext,
): Promise<unknown> {
  const turn = gate.turns.enter(context.signal)
  try {
    const paths = await pathsInTurn(tool, gate, turn, call_arguments)
    if (paths === null) {
      turn.end()
      return await runUnplanned(tool, gate, call_arguments, context)
    }
    const allowed = allowedPaths(gate, paths)
    if (allowed instanceof PatchError) return refusedEdit(allowed)
    return await editInTurn({ tool, gate, turn, paths: allowed, call_arguments, context })
  } finally {
    turn.end()
  }
}

/** What a call would write may depend on an earlier one. A call that cannot say yet says it when all of those are over. */
async function pathsInTurn(
  tool: Tool,
  { root }: EditGate,
  turn: EditTurn,
  call_arguments: JsonObject,
): Promise<readonly string[] | null> {
  const paths = await plannedPaths(tool, root, call_arguments)
  if (paths !== null) return paths
  await turn.begin(null)
  return plannedPaths(tool, root, call_arguments)
}

/** An edit tool must not write what the patcher would refuse. */
function allowedPaths(gate: EditGate, paths: readonly string[]): readonly string[] | PatchError {
  try {
    return paths.map((path) => checkPath(path, gate.paths))
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    gate.on_rejected(error)
    return error
  }
}

interface PlannedEdit {
  readonly tool: Tool
  readonly gate: EditGate
  readonly turn: EditTurn
  readonly paths: readonly string[]
  readonly call_arguments: JsonObject
  readonly context: ToolContext
}

async function editInTurn({
  tool,
  gate,
  turn,
  paths,
  call_arguments,
  context,
}: PlannedEdit): Promise<unknown> {
  const { root, critics } = gate
  const { signal } = context
  const files = await realFiles(root, paths)
  await turn.begin(new Set(files.values()))
  signal.throwIfAborted()
  const before = await filesAt(root, paths)
  signal.throwIfAborted()
  const work = (async () => tool.execute(call_arguments, context))()
  let rejected: { readonly failed: FailedResult; readonly change: ChangeSet }
  try {
    const result: unknown = await raceAbort(() => work, signal)
    const change = await before.changeSince()
    const failed = await firstNewFailure({ root, critics, change, signal })
    signal.throwIfAborted()
    if (failed === null) return result
    rejected = { failed, change }
  } catch (error) {
    if (signal.aborted) {
      // The next call must not wait for a tool that hangs. What that tool still writes is undone once it ends.
      await before.restore(() => true).catch(() => undefined)
      turn.stepAside()
      await work.catch(() => undefined)
      await turn.begin()
    }
    await before.restore((path) => turn.holds(files.get(path) ?? path))
    throw error
  }
  gate.on_rejected(rejected.failed)
  return rejectedEdit(rejected.failed, await before.restoreJudged(rejected.change))
}

interface JudgedEdit {
  readonly root: string
  readonly critics: readonly SelectedCritic[]
  readonly change: ChangeSet
  readonly signal: AbortSignal
}

/** A file that failed the same critic before may be repaired step by step, so only a new failure rejects an edit. */
async function firstNewFailure({ root, critics, change, signal }: JudgedEdit): Promise<FailedResult | null> {
  const written = { files: change.files.filter(({ after }) => after !== null) }
  if (written.files.length === 0) return null
  const failed = failures(await runCritics(critics, written, workTreeFacts(root, written), { signal }))
  if (failed.length === 0) return null
  const as_it_was = changeSet(change.files.map(({ path, before }) => ({ path, after: before })))
  const selected = critics.filter(({ critic }) => failed.some((one) => one.critic.id === critic.id))
  const facts = overlayFacts(workTreeFacts(root, written), as_it_was)
  const before = failures(await runCritics(selected, as_it_was, facts, { signal }))
  for (const result of failed) {
    const known = before.find(({ critic }) => critic.id === result.critic.id)?.verdict.violations ?? []
    const violations = result.verdict.violations.filter(({ path }) => known.every((one) => one.path !== path))
    if (violations.length > 0) return { ...result, verdict: { status: "fail", violations } }
  }
  return null
}

function failures(results: readonly CriticResult[]): readonly FailedResult[] {
  return results.filter((result): result is FailedResult => result.verdict.status === "fail")
}

/** The model's message about an edit that a critic failed. `left`: paths that were changed again and stay as they are. */
function rejectedEdit({ critic, verdict }: FailedResult, left: readonly string[]): ToolResult {
  const outcome =
    left.length === 0
      ? "the file is as it was before"
      : `${left.join(", ")} changed meanwhile and stays as it is now; whatever else it wrote is as it was before`
  return {
    ...rejected(outcome, feedbackText(critic, verdict), (rule) => `${critic.id}/${rule}`, verdict.violations),
    mutation_status: left.length === 0 ? "not_applied" : "applied",
  }
}

/** The model's message about an edit that was refused for its path. */
function refusedEdit({ path, kind, message }: PatchError): ToolResult {
  return rejected("the file is as it was before", message, (rule) => rule, [{ path, rule: kind, message }])
}

function rejected(
  outcome: string,
  text: string,
  code: (rule: string) => string,
  violations: ReadonlyArray<Pick<Violation, "path" | "line" | "rule" | "message">>,
): ToolResult {
  return {
    ok: false,
    error: `edit rejected, ${outcome}\n${text}`,
    mutation_status: "not_applied",
    diagnostics: violations.slice(0, 20).map(({ path, line, rule, message }) => ({
      kind: "edit_rejected",
      code: code(rule),
      message,
      location: { path, ...(line === undefined ? {} : { line }) },
    })),
  }
}
