import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { systemClock } from "@proofloop/foundation/process"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { localForge } from "@proofloop/jobs"
import type { LocalForge } from "@proofloop/jobs/internal/forge"
import {
  createPipeline,
  openRunStore,
  type Pipeline,
  type PipelineOptions,
  type RunStore,
} from "@proofloop/jobs/pipeline"
import type { Model } from "@proofloop/runtime"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import {
  GOOD_WORK,
  PLAN,
  SHOP_FILES,
  textOf,
  type WorkScript,
} from "../../../jobs/src/pipeline/shop.fixture.ts"

export interface Rows {
  readonly state_dir: string
  readonly store: RunStore
  /** A pipeline over its own repository of this name. */
  readonly pipelineOf: (name: string, options?: Partial<PipelineOptions>) => Promise<Shop>
}

interface Shop {
  readonly pipeline: Pipeline
  readonly forge: LocalForge
  readonly bare: string
  readonly work: string
}

/** What a model costs, made up. */
const USAGE = { input_tokens: 9200, output_tokens: 640, cost_usd: 0.031 }

/** A folder of runs, each brought into its state by the pipeline itself. `place` is that of their store. */
export async function rowsIn(folder: string, place?: string): Promise<Rows> {
  const state_dir = join(folder, "state")
  await mkdir(state_dir, { recursive: true })
  const store = await openRunStore(place ?? join(state_dir, "runs.db"))
  return {
    state_dir,
    store,
    async pipelineOf(name, options = {}) {
      const [work, bare] = [join(folder, "work", name), join(folder, `${name}.git`)]
      await addFiles(work, SHOP_FILES)
      await initRepository(work)
      await commitPaths(work, Object.keys(SHOP_FILES), "first")
      await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
      await requireGit(work, ["push", "--quiet", bare, "main"])
      const forge = localForge({ repository: bare, checks: { command: "npm test", runner: hostRunner() } })
      const pipeline = createPipeline({
        store,
        forge,
        model: worker(GOOD_WORK),
        models: {
          planner: planner(PLAN),
          reviewer: scriptedModel(() => ({ text: '{"findings": []}', usage: USAGE })),
        },
        state_dir,
        unsafe_host_runner: true,
        setup: "",
        ci: { look_every_ms: 50, grace_ms: 0 },
        clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 100), signal) },
        ...options,
      })
      return { pipeline, forge, bare, work }
    },
  }
}

function planner(plan: object): Model {
  return scriptedModel(() => ({ text: JSON.stringify(plan), usage: USAGE }), { model_name: "planner-large" })
}

/** A worker that follows the script whose word its first message contains; `wait` is awaited before each reply. */
export function worker(
  script: WorkScript,
  {
    name = "coder-small",
    wait = async () => undefined,
  }: { readonly name?: string; readonly wait?: () => Promise<void> } = {},
): Model {
  return scriptedModel(
    async (request) => {
      await wait()
      const key = Object.keys(script).find((word) => textOf(request).includes(word)) ?? ""
      const turn = request.messages.filter(({ role }) => role === "assistant").length
      const step: ScriptedStep = script[key]?.[turn] ?? { text: "I am done." }
      return { ...step, usage: USAGE }
    },
    { model_name: name },
  )
}

/** A plan that waits for its approval. */
export async function awaitingApproval({ pipelineOf }: Rows, id: string, name: string): Promise<void> {
  const { pipeline, bare } = await pipelineOf(name)
  await pipeline.begin({ id, url: bare, switches: ["needs_approval"] })
  await pipeline.drive(id)
}

/** A pull request that waits for its merge. */
export async function awaitingMerge({ pipelineOf }: Rows, id: string, name: string): Promise<Shop> {
  const shop = await pipelineOf(name)
  await shop.pipeline.begin({ id, url: shop.bare })
  await shop.pipeline.drive(id, { wait_for: ["ci"] })
  return shop
}

/** A run whose merge was verified. */
export async function merged(rows: Rows, id: string, name: string): Promise<void> {
  const { pipeline, forge } = await awaitingMerge(rows, id, name)
  await forge.markReady(1)
  await forge.merge(1)
  await pipeline.drive(id, { wait_for: ["ci"] })
}

/** A run whose merge made the check worse. */
export async function alarmed({ pipelineOf }: Rows, id: string, name: string): Promise<Shop> {
  const check = `node --input-type=module -e "import { discount } from './src/price.mjs'"`
  const plan = { tasks: PLAN.tasks.slice(1) }
  const shop = await pipelineOf(name, {
    models: { planner: planner(plan) },
    check,
  })
  const { pipeline, forge, bare, work } = shop
  await pipeline.begin({ id, url: bare, switches: ["no_ci_watch", "no_self_review"] })
  await pipeline.drive(id)
  const { head } = await forge.pulls.get(1)
  await requireGit(work, ["fetch", "--quiet", bare, head])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "--no-commit", "FETCH_HEAD"])
  await writeFile(join(work, "src/price.mjs"), "export const nothing = 1\n")
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Merge, resolved wrongly"])
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
  await pipeline.drive(id)
  return shop
}

/** A run that failed because its worker changed nothing. */
export async function failed({ pipelineOf }: Rows, id: string, name: string): Promise<void> {
  const { pipeline, bare } = await pipelineOf(name, { model: worker({}, { name: "coder-tiny" }) })
  await pipeline.begin({ id, url: bare })
  await pipeline.drive(id)
}

/** A run that waits for a model which refuses its key. */
export async function withoutModel({ pipelineOf }: Rows, id: string, name: string): Promise<void> {
  const refusing = scriptedModel(
    () => ({ throws: { kind: "authentication", message: "401: the key has expired", http_status: 401 } }),
    { model_name: "planner-large" },
  )
  const { pipeline, bare } = await pipelineOf(name, { models: { planner: refusing } })
  await pipeline.begin({ id, url: bare })
  await pipeline.drive(id)
}
