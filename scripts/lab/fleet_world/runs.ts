import { scriptedModel } from "@proofloop/runtime/testing"
import { TOKEN } from "../../../packages/github/src/github_loopback.fixture.ts"
import { githubForge } from "../../../packages/github/src/index.ts"
import { createPipeline, openSpending, type PipelineRun } from "../../../packages/pipeline/src/index.ts"
import { type Measured, spreadOf } from "./measured.ts"
import type { WorkerEvent } from "./process.ts"
import type { World } from "./surroundings.ts"

/** What the runs of a world took, by the events of its processes and the costs in its state. */
export async function readRuns(world: World, events: readonly WorkerEvent[]): Promise<Measured["run"]> {
  const { state, server, options } = world
  const spent = [...(await openSpending(state, Date.now).byRun()).values()]
  const times = new Map<string, number[]>()
  for (const { type, at, step, ms } of events) {
    if (type !== "step" || at !== "after" || typeof step !== "string" || typeof ms !== "number") continue
    times.set(step, [...(times.get(step) ?? []), ms])
  }
  const runs = options.repositories
  const forge_requests = Math.round((server.requests.length / runs) * 10) / 10
  return {
    steps_ms: Object.fromEntries([...times].map(([step, all]) => [step, spreadOf(all)])),
    steps: Object.fromEntries(
      [...times].map(([step, all]) => [step, Math.round((all.length / runs) * 10) / 10]),
    ),
    model_calls: spreadOf(spent.map(({ model_calls }) => model_calls)),
    tokens: spreadOf(spent.map(({ tokens }) => tokens)),
    work_ms: spreadOf(spent.map(({ work_ms }) => work_ms)),
    forge_requests,
    ...(await lookOf(world)),
  }
}

/** The requests of the second look at an open pull request; the first one has no answers to compare with. */
async function lookOf({ state, store, server, shops }: World) {
  const [run] = await store.list({ state: "pr-open", limit: 1 })
  if (run === undefined) throw new Error("no pull request is open")
  const repository = nameOf(run)
  const pipeline = createPipeline({
    store,
    state_dir: state,
    forge: githubForge({ repository, remote_url: shops.get(repository), token: TOKEN, base_url: server.url }),
    model: scriptedModel([]),
    unsafe_host_runner: true,
  })
  await pipeline.drive(run.id)
  const [requests, unchanged] = [server.requests.length, server.not_modified.length]
  await pipeline.drive(run.id)
  return {
    requests_of_a_look: server.requests.length - requests,
    unchanged_of_a_look: server.not_modified.length - unchanged,
  }
}

function nameOf({ url }: PipelineRun): string {
  return url.slice("github:".length)
}
