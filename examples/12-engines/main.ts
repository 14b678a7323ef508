// A run over DBOS with two workers, offline: a real repository, real tests, a forge in a folder, scripted models, and
// Postgres for the store and the journals. The worker at work is killed; the other one goes on from a clone of its own.
// README.md says how to run it.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { localForge } from "@proofloop/jobs"
import { dbosRows, workRows } from "@proofloop/jobs/dbos"
import { createPipeline, openRunStore, runTurns } from "@proofloop/jobs/pipeline"
import { models, worker } from "../11-pipeline/scripted_models.ts"
import { brokenShop } from "../11-pipeline/shop.ts"
import { print } from "../show.ts"
import { openPostgres } from "./postgres.ts"

/** In which step the worker at work is killed. */
const KILLED_IN = "work"

const [, , role, bare = "", state_dir = "", url = ""] = process.argv
await (role === "worker" ? work() : main())

/** A worker: it moves runs until it is told to end, or killed. */
async function work(): Promise<void> {
  const { store, pipeline } = await pipelineAt({ bare, state_dir, url })
  const turns = [runTurns({ store, pipelineOf: () => pipeline })]
  // Others take over what this worker had at work after two seconds of silence.
  const working = await workRows({ database_url: url, turns, poll_ms: 100, lost_after_ms: 2000 })
  process.once("SIGTERM", () => {
    void working
      .close()
      .then(async () => store.close())
      .then(() => process.exit(0))
  })
  process.send?.("ready")
}

async function main(): Promise<void> {
  const shop = await brokenShop()
  const folder = dirname(shop)
  const postgres = await openPostgres(join(folder, "postgres"))
  const workers = await Promise.all([1, 2].map((number) => startWorker(shop, folder, number, postgres.url)))
  const { store, forge, pipeline } = await pipelineAt({ bare: shop, state_dir: folder, url: postgres.url })
  const rows = await dbosRows({ database_url: postgres.url })
  const row = { kind: "run", row_id: "run-1", repository: shop }

  await pipeline.begin({ id: "run-1", url: shop, switches: ["no_self_review"] })
  await rows.start(row)
  const killed = await firstAt(KILLED_IN, workers)
  killed.kill("SIGKILL")
  print(`a worker is killed in the step ${KILLED_IN}`)

  await until(async () => (await rows.restOf(row))?.waits_for === "merge")
  const { number, title } = await forge.pulls.get(1)
  print(`the other one has opened pull request ${number}: ${title}`)

  await forge.markReady(number)
  await forge.merge(number)
  // A webhook of the forge would say so.
  await rows.wake(row)
  await until(async () => (await rows.restOf(row))?.is_over === true)
  print("a person has merged it\n\nhistory")
  for (const { transition } of await store.notes("run-1")) if (transition !== null) print(`  ${transition}`)

  for (const one of workers.filter((other) => other !== killed)) {
    one.kill("SIGTERM")
    await once(one, "exit")
  }
  await rows.close()
  await store.close()
  await postgres.stop()
}

/** All processes share the store and the forge. Each has its own folder, with its own clone. */
async function pipelineAt(at: { readonly bare: string; readonly state_dir: string; readonly url: string }) {
  const store = await openRunStore(at.url)
  const forge = localForge({ repository: at.bare, checks: { command: "npm test", runner: hostRunner() } })
  const pipeline = createPipeline({
    store,
    forge,
    model: worker,
    models,
    state_dir: at.state_dir,
    // The code here is ours. Leave it out for a real model: what it wrote runs in a sandbox then.
    unsafe_host_runner: true,
    ci: { look_every_ms: 200 },
    on_step: (step, when) => void (when === "before" && process.send?.(step)),
  })
  return { store, forge, pipeline }
}

async function startWorker(shop: string, folder: string, number: number, database: string) {
  const own = join(folder, `worker ${number}`)
  const started = fork(fileURLToPath(import.meta.url), ["worker", shop, own, database])
  await once(started, "message")
  return started
}

/** The first worker that says that it begins this step. */
async function firstAt(step: string, workers: readonly ChildProcess[]): Promise<ChildProcess> {
  return new Promise((resolve) => {
    for (const one of workers) one.on("message", (told) => void (told === step && resolve(one)))
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(200)
}
