import { realpath } from "node:fs/promises"
import { isAbsolute, relative, resolve, sep } from "node:path"
import type { JsonObject, Tool, ToolContext, ToolResult } from "@proofloop/runtime"
import { feedbackText } from "../critics/feedback.ts"
import { type CriticResult, type FailedResult, runCritics } from "../critics/run_critics.ts"
import type { SelectedCritic } from "../critics/select.ts"
import type { Violation } from "../critics/verdict.ts"
import { overlayFacts } from "../repository/overlay_facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import { type ChangeSet, changeSet } from "../workspace/change_set.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import { checkPath, type PathRules } from "../workspace/patch/patch_path.ts"
import { filesAt } from "./files_at.ts"

interface EditGate {
  readonly root: string
  /** Critics that judge one file alone. */
  readonly critics: readonly SelectedCritic[]
  readonly paths: PathRules
  readonly on_rejected: (failed: FailedResult | PatchError) => void
  /** The last call that was about each path. */
  readonly last_calls: Map<string, symbol>
}

/**
 * The same tool, whose edits are judged as they are made: containment, denylist and build manifests before, the critics
 * after. A rejected edit is undone and is an error the model reads, of kind `edit_rejected`. What threw or was stopped
 * before it was judged is undone, too. Tools that cannot say what they are about to write are left as they are; the
 * checkpoint sees what they did.
 */
export function gatedTool(tool: Tool, gate: EditGate): Tool {
  if (tool.plan_writes === undefined) return tool
  return {
    ...tool,
    async execute(call_arguments: JsonObject, context: ToolContext) {
      const paths = await plannedPaths(tool, gate.root, call_arguments)
      if (paths === null) return tool.execute(call_arguments, context)
      const allowed = allowedPaths(gate, paths)
      if ("refusal" in allowed) return allowed.refusal
      const before = await filesAt(gate.root, allowed.paths)
      const this_call = Symbol("call")
      for (const path of allowed.paths) gate.last_calls.set(path, this_call)
      try {
        const result: unknown = await tool.execute(call_arguments, context)
        const failed = await firstNewFailure(gate, await before.changeSince(), context.signal)
        context.signal.throwIfAborted()
        if (failed === null) return result
        gate.on_rejected(failed)
        await before.restore(() => true)
        const { critic, verdict } = failed
        return rejected(feedbackText(critic, verdict), verdict.violations, critic.id)
      } catch (error) {
        // A call that timed out may end long after another one has made the same edit.
        await before.restore((path) => gate.last_calls.get(path) === this_call)
        throw error
      }
    },
  }
}

async function plannedPaths(
  { plan_writes, workspace_root }: Tool,
  root: string,
  call_arguments: JsonObject,
): Promise<readonly string[] | null> {
  const planned = (await plan_writes?.(call_arguments).catch(() => null)) ?? null
  if (planned === null || planned.writes.length === 0) return null
  const folder = workspace_root === undefined ? root : await realpath(workspace_root)
  return planned.writes.map(({ path }) =>
    folder === root && !isAbsolute(path) ? path : relative(root, resolve(folder, path)).split(sep).join("/"),
  )
}

/** What the patcher would refuse, an edit tool must not write either. Paths are told as critics know them. */
function allowedPaths(
  gate: EditGate,
  paths: readonly string[],
): { readonly paths: readonly string[] } | { readonly refusal: ToolResult } {
  try {
    return { paths: paths.map((path) => checkPath(path, gate.paths)) }
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    gate.on_rejected(error)
    const violation = { path: error.path, rule: error.kind, message: error.message }
    return { refusal: rejected(error.message, [violation]) }
  }
}

/** A file that failed the same critic before may be repaired step by step: only what an edit breaks rejects it. */
async function firstNewFailure(
  { root, critics }: EditGate,
  change: ChangeSet,
  signal: AbortSignal,
): Promise<FailedResult | null> {
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

function rejected(
  error: string,
  violations: ReadonlyArray<Pick<Violation, "path" | "line" | "rule" | "message">>,
  critic?: string,
): ToolResult {
  return {
    ok: false,
    error: `edit rejected, the file is as it was before\n${error}`,
    mutation_status: "not_applied",
    diagnostics: violations.slice(0, 20).map(({ path, line, rule, message }) => ({
      kind: "edit_rejected",
      code: critic === undefined ? rule : `${critic}/${rule}`,
      message,
      location: { path, ...(line === undefined ? {} : { line }) },
    })),
  }
}
