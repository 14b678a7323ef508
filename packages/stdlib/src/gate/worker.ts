import { changeSet, strictText } from "@proofloop/foundation/git"
import type { Model } from "@proofloop/runtime"
import * as z from "zod"
import { callersOf } from "../code/callers.ts"
import { readSymbols } from "../code/file_symbols.ts"
import { symbolIndex } from "../code/symbol_index.ts"
import { isSymbol } from "../critics/reachability/symbols.ts"
import type { Plan, PlanTask, Subtask } from "../planning/plan.ts"
import { type ThinkingSwitches, thinkingSwitches, withoutThinking } from "../prompts/thinking.ts"
import type { RepositoryFacts } from "../repository/facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import { askJson } from "./ask_json.ts"
import type { Gate } from "./gate.ts"
import type { GateOutcome } from "./outcome.ts"
import { workerPrompt, type WorkerRules, type SymbolCallers } from "./prompts/worker_prompt.ts"
import type { ProposedPatches, ProposeContext } from "./subtask.ts"

export interface WorkerOptions extends WorkerRules {
  readonly model: Model
  readonly gate: Gate
  /** Name of the repository for the prompt. Default: its folder. */
  readonly repository?: string | undefined
  /** Whether the prompt lists the callers of the hinted files' symbols; needs the code parsers. Default false. */
  readonly blast_radius?: boolean | undefined
  /** How to keep a model from thinking aloud. Default: PROOFLOOP_WORKER_DISABLE_THINKING and its kin decide. */
  readonly thinking?: ThinkingSwitches | undefined
  /** Called with the plan before and after each subtask, so that a killed run can go on. A throw ends the run. */
  readonly save?: ((plan: Plan) => void | Promise<void>) | undefined
}

export interface Worker {
  /** Does the uncompleted subtasks one by one; a failure ends its subtask alone. Resolves to the plan with the outcomes. */
  run(plan: Plan, signal?: AbortSignal): Promise<Plan>
}

/** A model that works through a plan, each of its changes through the gate. */
export function createWorker(options: WorkerOptions): Worker {
  return {
    async run(plan, signal) {
      let now = plan
      const update = async (task: PlanTask) => {
        now = { ...now, tasks: now.tasks.map((one) => (one.id === task.id ? task : one)) }
        await options.save?.(now)
      }
      for (const task of plan.tasks) {
        if (signal?.aborted) break
        if (task.status !== "completed") await runTask(options, task, update, signal)
      }
      return now
    },
  }
}

async function runTask(
  options: WorkerOptions,
  task: PlanTask,
  update: (task: PlanTask) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let now: PlanTask = { ...task, status: "in_progress" }
  const put = async (subtask: Subtask) => {
    now = { ...now, subtasks: now.subtasks.map((one) => (one.id === subtask.id ? subtask : one)) }
    await update(now)
  }
  for (const subtask of task.subtasks) {
    if (isDone(subtask)) continue
    if (signal?.aborted) return
    await put({ ...subtask, status: "in_progress" })
    const outcome = await runSubtask(options, task, subtask, signal)
    await put(settled(subtask, outcome))
    if (outcome.status === "aborted") return
  }
  now = { ...now, status: now.subtasks.every(isDone) ? "completed" : "failed" }
  await update(now)
}

function isDone({ status }: Subtask): boolean {
  return status === "completed" || status === "skipped"
}

function settled(subtask: Subtask, outcome: GateOutcome): Subtask {
  if (outcome.status === "aborted") return { ...subtask, status: "pending" }
  return outcome.status === "accepted"
    ? { ...subtask, status: "completed", commit_sha: outcome.commit ?? "", error: "" }
    : { ...subtask, status: "failed", error: outcome.error }
}

async function runSubtask(
  options: WorkerOptions,
  { id: task_id }: PlanTask,
  subtask: Subtask,
  signal: AbortSignal | undefined,
): Promise<GateOutcome> {
  const { gate, compile_fix_mode } = options
  const { id, title, file_hints } = subtask
  return gate.submit(
    { id, title, file_hints, task_id, compile_fix_mode },
    (context) => proposeChange(options, subtask, context),
    { signal },
  )
}

const workerReply = z.object({
  patches: z.array(z.unknown()),
  commit_message: z.string().optional().catch(undefined),
})

/** Each attempt gets a new prompt with the present files. */
async function proposeChange(
  {
    model,
    gate,
    repository,
    thinking = thinkingSwitches(process.env, "worker"),
    blast_radius = false,
    ...prompt
  }: WorkerOptions,
  subtask: Subtask,
  { feedback, rejected_by, signal }: ProposeContext,
): Promise<ProposedPatches> {
  const facts = workTreeFacts(gate.root, changeSet([]))
  const retry = feedback === null ? undefined : { rejected_by: rejected_by ?? "the gate", feedback }
  const name = repository ?? gate.root.split("/").at(-1) ?? ""
  const fingerprint = await facts.fingerprint()
  const messages = await workerPrompt(subtask, {
    ...prompt,
    repository: name,
    languages: fingerprint?.languages.map((language) => language.name),
    callers: blast_radius ? await blastRadius(subtask.file_hints, facts) : [],
    facts,
    retry,
  })
  const told = withoutThinking(messages, model.model_name ?? "", thinking)
  return askJson(model, told, workerReply, { emit: gate.emit, env: gate.env, signal, role: "worker" })
}

const MAX_FILES = 3
const MAX_SYMBOLS = 40

/** Where other files call or import the hinted files' public symbols; [] when the code cannot be read. */
async function blastRadius(
  hints: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly SymbolCallers[]> {
  try {
    const placed = (await Promise.all(hints.slice(0, MAX_FILES).map((path) => symbolsOf(path, facts)))).flat()
    const names = new Set(placed.map(({ definition }) => definition.name))
    const index = await symbolIndex(facts, names, hints)
    return placed.slice(0, MAX_SYMBOLS).flatMap((symbol) => {
      const callers = callersOf(symbol, index).filter(({ path }) => path !== symbol.path)
      const places = [...new Set(callers.map(({ path, reference }) => `${path}:${reference.line}`))]
      return places.length === 0 ? [] : [{ symbol: symbol.definition.qualified_name, callers: places }]
    })
  } catch {
    return []
  }
}

async function symbolsOf(path: string, facts: RepositoryFacts) {
  const text = strictText(await facts.read(path))
  const symbols = text === null ? null : await readSymbols(path, text, () => true)
  return (symbols?.definitions ?? []).filter(isSymbol).map((definition) => ({ path, definition }))
}
