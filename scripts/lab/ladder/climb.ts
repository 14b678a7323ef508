import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { changeSet, commitPaths, initRepository } from "@proofloop/foundation/git"
import { BUILD_MANIFESTS } from "@proofloop/foundation/paths"
import type { Model } from "@proofloop/runtime"
import { applyPatches, type Plan, postProcessPlan } from "@proofloop/stdlib"
import { detectFailingTests, workTreeFacts } from "@proofloop/stdlib/critics"
import { createGate, createWorker, type GateEvent } from "@proofloop/stdlib/gate"
import { parsePlan } from "@proofloop/stdlib/internal/planning"
import { keepingTurns } from "./refusals.ts"
import { auditOf, type Rung } from "./rung.ts"
import { type Scorecard, scorecardOf } from "./scorecard.ts"
import { weakWorker } from "./weak_worker.ts"

export interface Climb {
  readonly gate: "on" | "off"
  /** Default: the scripted weak worker of the rung. */
  readonly model?: Model | undefined
  /** Which of several runs, from 1. */
  readonly run: number
}

/**
 * Works a rung off in a repository of its own and scores what came of it. With the gate off the plan is done as it was made
 * and every reply is committed as it comes.
 */
export async function climb(rung: Rung, { gate, model, run }: Climb): Promise<Scorecard> {
  const parent = await mkdtemp(join(await realpath(tmpdir()), "proofloop-rung-"))
  try {
    const root = join(parent, "repo")
    await cp(rung.repository, root, { recursive: true })
    await initRepository(root)
    const base = await commitPaths(root, ["."], "the rung")
    const events: GateEvent[] = []
    const started = performance.now()
    const worker = weakWorker(rung.weak_worker)
    const { model: used, turns } = keepingTurns(model ?? worker.model, root)
    const plan = await planFor(rung, root, gate, events)
    const done =
      gate === "on"
        ? await createWorker({
            model: used,
            save: worker.watch,
            gate: createGate({ root, env: {}, on_event: (event) => events.push(event) }),
          }).run(plan)
        : await workWithoutGate(root, plan, used, worker.watch)
    return await scorecardOf(rung, root, base ?? "HEAD", {
      run,
      gate,
      model: used.model_name ?? "unknown",
      duration_ms: Math.round(performance.now() - started),
      plan: done,
      events,
      turns,
    })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

async function planFor(rung: Rung, root: string, gate: Climb["gate"], events: GateEvent[]): Promise<Plan> {
  const plan = parsePlan(rung.weak_worker.plan)
  if (gate === "off") return plan
  const facts = workTreeFacts(root, changeSet([]))
  const metrics = auditOf(await detectFailingTests(root))
  const processed = await postProcessPlan(plan, { facts, report: { metrics }, env: {} })
  events.push(...processed.events.map((event) => ({ ...event })))
  return processed.plan
}

/** What an agent without a gate does: one call a subtask, its files written and committed. */
async function workWithoutGate(
  root: string,
  plan: Plan,
  model: Model,
  watch: (plan: Plan) => void,
): Promise<Plan> {
  const { signal } = new AbortController()
  for (const task of plan.tasks) {
    for (const subtask of task.subtasks) {
      watch({ tasks: [{ ...task, subtasks: [{ ...subtask, status: "in_progress" }] }] })
      const content = `${subtask.title}\n\n${subtask.description}\n\nFiles: ${subtask.file_hints.join(", ")}`
      const reply = await model(
        { messages: [{ role: "user", content }], tools: [], tool_choice: "none" },
        { signal },
      )
      const { patches } = JSON.parse(reply.text) as { readonly patches: readonly unknown[] }
      const { change } = await applyPatches(root, patches, { allowed_manifests: BUILD_MANIFESTS })
      await commitPaths(
        root,
        change.files.map(({ path }) => path),
        subtask.title,
      )
    }
  }
  return plan
}
