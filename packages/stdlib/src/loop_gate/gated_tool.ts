import type { ChangeSet } from "@proofloop/foundation/git"
import type { PathRules } from "@proofloop/foundation/paths"
import { raceAbort } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool, ToolContext } from "@proofloop/runtime"
import type { FailedResult } from "../critics/run_critics.ts"
import type { SelectedCritic } from "../critics/select.ts"
import type { EditTurn, EditTurns } from "../workspace/edit_turns.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import { checkPath } from "../workspace/patch/plan_writes.ts"
import { filesAt } from "./files_at.ts"
import { firstNewFailure } from "./first_new_failure.ts"
import { plannedPaths, realFiles } from "./planned_files.ts"
import { refusedEdit, rejectedEdit } from "./rejected_edit.ts"

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
