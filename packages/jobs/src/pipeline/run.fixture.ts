import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { systemClock } from "@proofloop/foundation/process"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { scriptedModel } from "@proofloop/runtime/testing"
import { afterAll, afterEach } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import type { Forge } from "../forge/forge.ts"
import { localForge, type LocalForge } from "../forge/local_forge.ts"
import type { NewRun, PipelineRun } from "./run.ts"
import { createPipeline, type Pipeline } from "./run/pipeline.ts"
import { openRunStore, type RunStore } from "./run_store.ts"
import type { PipelineEvent, PipelineOptions } from "./settings.ts"
import { GOOD_WORK, PLAN, SHOP_FILES, workerModel, type WorkScript } from "./shop.fixture.ts"

let template: Promise<string> | null = null
const opened: { close(): Promise<void> }[] = []
const folders: string[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

afterAll(async () => {
  const made = await template
  template = null
  if (made !== null) await rm(made, { recursive: true, force: true })
})

export interface Place {
  readonly folder: string
  readonly bare: string
  readonly forge: LocalForge
  readonly store: RunStore
  readonly events: PipelineEvent[]
  readonly pipeline: Pipeline
  readonly options: PipelineOptions
  /** Closes a further store after the test. */
  readonly closing: (store: RunStore) => void
  /** Moves the clock on. */
  readonly skip: (ms: number) => void
  readonly begin: (run?: Partial<NewRun>) => Promise<PipelineRun>
}

/** A pipeline over its own shop, without a sandbox. */
export async function pipelineWith(
  options: Partial<PipelineOptions> & {
    readonly work?: WorkScript
    readonly plan?: object
    /** What the pipeline sees of the forge. Default: all. */
    readonly seen?: (forge: LocalForge) => Forge
  } = {},
): Promise<Place> {
  const { work = GOOD_WORK, plan = PLAN, seen = (one) => one, ...given } = options
  template ??= makeTemplate()
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop run ")))
  folders.push(folder)
  await cp(await template, folder, { recursive: true })
  const bare = join(folder, "shop.git")
  let skipped = 0
  const now = () => Date.now() + skipped
  const store = await openRunStore(join(folder, "jobs.db"), { now })
  opened.push(store)
  const forge = localForge({ repository: bare, checks: { command: "npm test", runner: hostRunner() } })
  const events: PipelineEvent[] = []
  const all: PipelineOptions = {
    store,
    forge: seen(forge),
    model: workerModel(work),
    models: {
      planner: scriptedModel(() => ({ text: JSON.stringify(plan) })),
      reviewer: scriptedModel(() => ({ text: '{"findings": []}' })),
    },
    state_dir: join(folder, "state"),
    unsafe_host_runner: true,
    setup: "",
    clock: {
      ...systemClock,
      sleep: async (ms, signal) => (ms <= 100 ? systemClock.sleep(ms, signal) : void (skipped += ms)),
    },
    ci: { look_every_ms: 50, grace_ms: 0 },
    now,
    on_event: (event) => events.push(event),
    ...given,
  }
  return {
    folder,
    bare,
    forge,
    store,
    events,
    options: all,
    pipeline: createPipeline(all),
    closing: (one) => void opened.push(one),
    skip: (ms) => void (skipped += ms),
    begin: async (run = {}) => createPipeline(all).begin({ id: "run-1", url: bare, ...run }),
  }
}

async function makeTemplate(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop run ")))
  const [root, bare] = [join(folder, "work"), join(folder, "shop.git")]
  await addFiles(root, SHOP_FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(SHOP_FILES), "first")
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(root, ["push", "--quiet", bare, "main"])
  return folder
}
