import { mkdir } from "node:fs/promises"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { serveGithubs, TOKEN } from "../../../packages/github/src/github_loopback.fixture.ts"
import { openRunStore, type PipelineRun, type RunStore } from "../../../packages/pipeline/src/index.ts"
import { serveModels } from "../pipeline_world/models.ts"
import { loadScenario } from "../pipeline_world/scenario.ts"
import { runProofloop } from "../proofloop_process.ts"
import type { Measured } from "./measured.ts"
import { makeShops } from "./places.ts"
import { type FleetProcess, startFleet } from "./process.ts"
import { readRuns } from "./runs.ts"
import type { World, WorldOptions } from "./surroundings.ts"

/**
 * Takes a fleet of shops in the empty `folder` to their pull requests: through an expired token, a kill, a limit of
 * requests and a drain. Rejects when a fleet ends by itself.
 */
export async function measureFleet(folder: string, options: WorldOptions): Promise<Measured> {
  const shops = await makeShops(join(folder, "forge"), options.repositories)
  const github = await serveGithubs(shops)
  const models = await serveModels(
    loadScenario(fileURLToPath(new URL("../pipeline_world/fixtures/shop.yaml", import.meta.url))),
  )
  const state = join(folder, "state")
  await mkdir(state, { recursive: true, mode: 0o700 })
  const store = await openRunStore(join(state, "runs.db"))
  const [server] = github.servers
  if (server === undefined) throw new Error("no repository is served")
  for (const { ci } of github.servers)
    ci.workflows.push({ name: "test", job: () => ({ conclusion: "success", log: "" }) })
  const started = new Set<FleetProcess>()
  const start = async (names: readonly string[] = [...shops.keys()]): Promise<FleetProcess> => {
    const fleet = await startFleet(join(folder, "settings.json"), {
      state,
      repositories: Object.fromEntries(names.map((name) => [name, shops.get(name) ?? ""])),
      forge_url: server.url,
      model_url: models.url,
      concurrency: options.concurrency,
    })
    started.add(fleet)
    void fleet.ended.then(() => started.delete(fleet))
    return fleet
  }
  const world: World = { options, state, shops, store, server, start }
  try {
    const names = [...shops.keys()]
    const one = await idleAlone(world, names[0] ?? "")
    const { fleet: first, expired_token } = await meetExpiredToken(world)
    const { fleet: second, kill } = await killed(world, first)
    const rate_limit = await meetLimit(world, second)
    const drain = await drained(world, second)
    const third = await start()
    const throughput = await toPullRequests(world, third)
    const all = await idleBytes(third)
    await third.end("SIGTERM")
    const run = await readRuns(world, [...first.events, ...second.events, ...third.events])
    const memory = {
      one_repository_bytes: one,
      all_repositories_bytes: all,
      repositories_worked_on: workedOn(third),
      a_repository_bytes: Math.round((all - one) / (workedOn(third) - 1)),
    }
    return {
      repositories: options.repositories,
      concurrency: options.concurrency,
      cores: availableParallelism(),
      load_average: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      expired_token,
      kill,
      rate_limit,
      drain,
      throughput,
      memory,
      run,
    }
  } finally {
    for (const fleet of started) await fleet.end("SIGKILL")
    await store.close()
    await models.close()
    github.close()
  }
}

const LOOK_MS = 200

async function meetExpiredToken(world: World) {
  const { options, store, server, start } = world
  server.tokens.clear()
  const before = server.requests.length
  const fleet = await start()
  // One of them has its run already.
  for (let begun = 0; begun < options.repositories - 1; begun += 1) {
    await fleet.until(({ type }) => type === "fleet.begun", indexAfter(fleet, "fleet.begun", begun))
  }
  await sleep(2000)
  const met = server.requests.length - before
  const rows = await allRows(store)
  const counted_attempts = rows.reduce((sum, { attempts }) => sum + attempts, 0)
  options.told(`expired token: ${rows.length} rows begun, ${met} requests met it`)
  const from = fleet.events.length
  const renewed = performance.now()
  server.tokens.add(TOKEN)
  await fleet.until(
    (event) => event.type === "step" && event["at"] === "after" && event["step"] === "begin",
    from,
  )
  const goes_on_after_ms = Math.round(performance.now() - renewed)
  options.told(`renewed: goes on after ${goes_on_after_ms} ms`)
  await turnsUnderWay(world, fleet)
  return {
    fleet,
    expired_token: {
      begun_rows: rows.length,
      requests_that_met_it: met,
      counted_attempts,
      goes_on_after_ms,
    },
  }
}

/** The place after the first `count` events of a type. */
function indexAfter({ events }: FleetProcess, type: string, count: number): number {
  let left = count
  const at = events.findIndex((event) => {
    if (event.type === type) left -= 1
    return left < 0
  })
  return at < 0 ? events.length : at
}

async function killed({ options, store, start }: World, first: FleetProcess) {
  const unfinished_rows = (await allRows(store)).filter(
    ({ state }) => state !== "done" && state !== "cancelled",
  ).length
  await first.end("SIGKILL")
  const fleet = await start()
  const loaded = await fleet.until(({ type }) => type === "worker.loaded")
  const began = await fleet.until(({ type }) => type === "fleet.started")
  const turn = await fleet.until(({ type }) => type === "step")
  options.told(
    `killed: ${Number(began["open_runs"])} rows after ${Math.round(began.at_ms)} ms, a turn after ${Math.round(turn.at_ms)} ms`,
  )
  return {
    fleet,
    kill: {
      unfinished_rows,
      rows_known_after: Number(began["open_runs"]),
      loaded_after_ms: Math.round(loaded.at_ms),
      started_after_ms: Math.round(began.at_ms),
      first_turn_after_ms: Math.round(turn.at_ms),
    },
  }
}

async function meetLimit(world: World, fleet: FleetProcess) {
  const { options, server, store } = world
  await turnsUnderWay(world, fleet)
  const before = await attemptsOf(store)
  const seconds = options.retry_after_s
  server.limits.coming.push({ of: "", kind: "secondary", status: 429, seconds })
  while (server.limits.now === null) await sleep(20)
  const { until } = server.limits.now
  // Those that were sent before the answer had come.
  await sleep(500)
  const requests_under_way = server.limits.too_early.length
  await sleep(Math.max(0, until - Date.now()))
  const asked_too_early = server.limits.too_early.length - requests_under_way
  options.told(`429: ${requests_under_way} under way, ${asked_too_early} too early`)
  const from = fleet.events.length
  await fleet.until((event) => event.type === "step" && event["at"] === "after", from)
  return {
    retry_after_ms: seconds * 1000,
    requests_under_way,
    asked_too_early,
    counted_attempts: (await attemptsOf(store)) - before,
  }
}

async function drained(world: World, fleet: FleetProcess) {
  const { options, state } = world
  await turnsUnderWay(world, fleet)
  const turns_under_way = underWay(fleet)
  const began = performance.now()
  const asking = runProofloop(["fleet", "drain", "--state", state], { env: {} })
  await fleet.ended
  const ended_after_ms = Math.round(performance.now() - began)
  const { ended, output } = await asking
  if (ended !== 0) throw new Error(`fleet drain: ${output}`)
  const own = fleet.events.find(({ type }) => type === "worker.ended")?.["ended_within_ms"]
  options.told(
    `drained after ${ended_after_ms} ms, ${Number(own)} of them by the fleet, with ${turns_under_way} turns under way`,
  )
  return { turns_under_way, ended_after_ms }
}

/** Until each run waits for its merge. */
async function toPullRequests({ options, store }: World, fleet: FleetProcess) {
  const openOnes = async () => (await allRows(store)).filter(isAwaited).length
  await fleet.until(({ type }) => type === "step")
  const [before, began] = [await openOnes(), performance.now()]
  for (let open = before; open < options.repositories; open = await openOnes()) {
    await sleep(LOOK_MS * 5)
    const failed = (await allRows(store)).find(({ state }) => state === "failed")
    if (failed !== undefined) throw new Error(`${failed.id} of ${failed.url} failed: ${failed.error}`)
    if (fleet.child.exitCode !== null) throw new Error("the fleet ended by itself")
  }
  const ms = Math.round(performance.now() - began)
  const turns = fleet.events.filter(({ type }) => type === "fleet.turn_ended").length
  const pull_requests = options.repositories - before
  options.told(`${pull_requests} pull requests in ${Math.round(ms / 1000)} s`)
  return {
    pull_requests,
    ms,
    pull_requests_an_hour: Math.round((pull_requests * 3_600_000) / ms),
    turns_a_minute: Math.round((turns * 60_000) / ms),
  }
}

/** Takes one repository alone to its pull request; resolves to the bytes of the process when it is idle. */
async function idleAlone(world: World, name: string): Promise<number> {
  const fleet = await world.start([name])
  await toPullRequests({ ...world, options: { ...world.options, repositories: 1 } }, fleet)
  const bytes = await idleBytes(fleet)
  await fleet.end("SIGTERM")
  return bytes
}

async function idleBytes(fleet: FleetProcess): Promise<number> {
  while (underWay(fleet) > 0) await sleep(LOOK_MS)
  await sleep(3000)
  return fleet.residentBytes()
}

/** It waits for a person's merge, and for nothing else. */
function isAwaited({ state, work }: PipelineRun): boolean {
  return state === "pr-open" && work.ci?.head === work.head && work.self_review !== undefined
}

/** In how many runs, and so repositories, the process has taken a step. */
function workedOn({ events }: FleetProcess): number {
  return new Set(events.filter(({ type }) => type === "step").map(({ run_id }) => run_id)).size
}

async function attemptsOf(store: RunStore): Promise<number> {
  return (await allRows(store)).reduce((sum, { attempts }) => sum + attempts, 0)
}

async function allRows(store: RunStore): Promise<readonly PipelineRun[]> {
  return store.list({ limit: 1000 })
}

/** Resolves as soon as every worker is at a step, or every run that still has one. */
async function turnsUnderWay({ options, store }: World, fleet: FleetProcess): Promise<void> {
  const ofStep = async () => (await allRows(store)).filter((row) => !isAwaited(row)).length
  while (underWay(fleet) < Math.min(options.concurrency, await ofStep())) await sleep(LOOK_MS)
}

function underWay({ events }: FleetProcess): number {
  const open = new Set<unknown>()
  for (const { type, at, run_id } of events) {
    if (type !== "step") continue
    if (at === "before") open.add(run_id)
    else open.delete(run_id)
  }
  return open.size
}
