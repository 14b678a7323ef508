import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { thrownMessage } from "@proofloop/foundation/errors"
import { localForge } from "@proofloop/jobs"
import { dbosRows } from "@proofloop/jobs/dbos"
import { openRunStore, type PipelineRun } from "@proofloop/jobs/pipeline"
import { tcpProxy } from "../../../packages/jobs/src/engines/tcp_proxy.fixture.ts"
import { startServer } from "../../../packages/jobs/src/store/postgres/server.fixture.ts"
import type { Report } from "../command/tool.ts"
import { makeCheck, makeShops, pullsOf, serveModel } from "./shops.ts"
import { simulateDay } from "./simulate.ts"
import { type EndedTurn, type FleetCommand, type FleetWorker, startFleet } from "./worker.ts"

interface Asked {
  readonly repositories: number
  readonly workers: number
  readonly concurrency: number
  readonly kill_every: number
  readonly minutes: number
  readonly calm: boolean
  readonly older: string | undefined
  readonly database: string | undefined
  readonly keep: boolean
}

const RELEASE = join(import.meta.dirname, "../../..")
/** Calls to a model that a worker may make in a minute, and at once. */
const RATE = 600
const STOPPED_MS = 45_000
const OLDER_MS = 60_000

/** Three workers of a fleet over Postgres, with troubles, until each repository has its one merged pull request. */
export async function fleet(asked: Asked): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-fleet-"))
  const postgres = asked.database === undefined ? await startServer() : null
  const proxy = postgres === null ? null : await tcpProxy(() => [postgres.socket])
  const url = asked.database ?? postgres?.url() ?? ""
  const store_url = proxy === null ? url : `postgres://proofloop@127.0.0.1:${proxy.port}/postgres`
  const shops = await makeShops(folder, asked.repositories)
  const check = await makeCheck(folder)
  const models = await Promise.all(Array.from({ length: asked.workers + 1 }, serveModel))
  const done = new AbortController()
  const begun_at = Date.now()
  const troubles: string[] = []
  const turns_ms: number[] = []
  const note = (what: string): void => {
    troubles.push(what)
    console.error(`${Math.round((Date.now() - begun_at) / 1000)} s: ${what}`)
  }
  const commandFor = (place: number, release = RELEASE): FleetCommand => ({
    release,
    folder,
    shops,
    store: store_url,
    check: check.command,
    model_url: models[place]?.server.url ?? "",
    concurrency: asked.concurrency,
    model_requests: RATE,
  })
  const store = await openRunStore(url)
  const workers: FleetWorker[] = []
  const ever: FleetWorker[] = []
  let generation = 0
  const begin = async (place: number): Promise<void> => {
    generation += 1
    workers[place] = await startFleet(`worker-${place + 1}-${generation}`, commandFor(place))
    ever.push(workers[place])
  }
  for (let place = 0; place < asked.workers; place += 1) await begin(place)
  let older: FleetWorker | null = null
  /** One worker of another release, which joins once every run has begun, and is not replaced when it is killed. */
  const joining = async (release: string): Promise<void> => {
    while (!done.signal.aborted && (await store.list({ limit: 1000 })).length < asked.repositories)
      await pause(500)
    older = await startFleet("older", commandFor(asked.workers, release))
    note("a worker of another release joins")
    await pause(OLDER_MS, undefined, { signal: done.signal }).catch(() => undefined)
    if (done.signal.aborted) return
    await older.kill()
    note("the worker of another release is killed")
  }

  const killing = async (): Promise<void> => {
    for (let number = 0; !done.signal.aborted; number += 1) {
      await pause(asked.kill_every * 1000, undefined, { signal: done.signal }).catch(() => undefined)
      // The last place is that of the worker which is stopped.
      const place = number % Math.max(1, asked.workers - 1)
      if (done.signal.aborted || asked.calm) continue
      note(`kill -9 of ${workers[place]?.name ?? ""}`)
      await workers[place]?.kill()
      await begin(place)
    }
  }
  const stopping = async (): Promise<void> => {
    await pause(25_000, undefined, { signal: done.signal }).catch(() => undefined)
    if (done.signal.aborted || asked.calm) return
    const worker = workers.at(-1)
    worker?.signal("SIGSTOP")
    note(`${worker?.name ?? ""} stands still`)
    await pause(STOPPED_MS, undefined, { signal: done.signal }).catch(() => undefined)
    worker?.signal("SIGCONT")
    note(`${worker?.name ?? ""} wakes`)
  }
  const breaking = async (): Promise<void> => {
    for (let number = 1; !done.signal.aborted && proxy !== null && !asked.calm; number += 1) {
      await pause(20_000, undefined, { signal: done.signal }).catch(() => undefined)
      if (done.signal.aborted) return
      if (number === 2 || number === 4) {
        note("Postgres is restarted")
        await postgres?.stop("restarted")
        await pause(2000)
        await postgres?.start()
      } else {
        note("connections are cut")
        proxy.cut()
      }
    }
  }
  const rows = await dbosRows({ database_url: url, queue: "fleet" })
  /** People and webhooks: what has a pull request is merged, and the row is told. */
  const merging = async (): Promise<void> => {
    const merged = new Set<string>()
    while (!done.signal.aborted) {
      const open = await store.list({ state: "pr-open", limit: 1000 }).catch((): readonly PipelineRun[] => [])
      for (const run of open.filter(({ id }) => !merged.has(id))) {
        const number = run.work.pull_request?.number
        if (number === undefined) continue
        try {
          const forge = localForge({ repository: run.url })
          await forge.markReady(number)
          await forge.merge(number)
          await rows.wake({ kind: "run", row_id: run.id })
          merged.add(run.id)
        } catch (error) {
          console.error(thrownMessage(error))
        }
      }
      await pause(500)
    }
  }
  const background = [killing(), stopping(), breaking(), merging()]
  if (asked.older !== undefined) background.push(joining(asked.older))
  const until = Date.now() + asked.minutes * 60_000
  let states: Readonly<Record<string, number>> = {}
  while (Date.now() < until) {
    states = await store.counts().catch(() => states)
    console.error(`${Math.round((Date.now() - begun_at) / 1000)} s: ${JSON.stringify(states)}`)
    if ((states["done"] ?? 0) >= asked.repositories) break
    await pause(5000)
  }
  const seconds = (Date.now() - begun_at) / 1000
  done.abort()
  await Promise.allSettled(background)
  for (const worker of [...workers, ...(older === null ? [] : [older as FleetWorker])]) {
    worker.signal("SIGCONT")
    await worker.kill()
  }

  const runs = await store.list({ limit: 1000 })
  const pulls = await Promise.all(shops.map(pullsOf))
  const overlaps = (await check.overlaps()).trim()
  const checked = await store.check().then(
    (found) => found.rows,
    (error: unknown) => thrownMessage(error),
  )
  for (const run of runs) turns_ms.push(Date.parse(run.updated_at) - Date.parse(run.received_at))
  const most_calls = Math.max(...models.map(({ times }) => mostInMinute(times)))
  const data = {
    repositories: asked.repositories,
    workers: asked.workers,
    seconds: Math.round(seconds),
    done: runs.filter(({ state, work }) => state === "done" && work.ending?.how === "merged").length,
    runs: runs.length,
    states,
    pulls_each: [Math.min(...pulls), Math.max(...pulls)],
    overlaps: overlaps === "" ? 0 : overlaps.split("\n").length,
    attempts: runs.filter(({ attempts }) => attempts > 0).length,
    checked,
    model_calls: models.map(({ times }) => times.length),
    most_calls_in_a_minute: most_calls,
    allowed_in_a_minute: RATE + RATE / 6,
    kills: troubles.filter((what) => what.startsWith("kill")).length,
    restarts: troubles.filter((what) => what.includes("restarted")).length,
    cuts: troubles.filter((what) => what.includes("cut")).length,
    ...simulated(ever.flatMap(({ turns }) => turns)),
    row_seconds: quantiles(turns_ms.map((ms) => ms / 1000)),
  }
  const passed =
    data.done === asked.repositories &&
    data.runs === asked.repositories &&
    data.pulls_each.every((count) => count === 1) &&
    data.overlaps === 0 &&
    data.checked === asked.repositories &&
    data.most_calls_in_a_minute <= data.allowed_in_a_minute
  await rows.close()
  await store.close()
  for (const { server } of models) await server.close()
  await proxy?.close()
  await postgres?.remove()
  if (asked.keep) console.error(folder)
  else await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  const text = Object.entries(data).map(([name, value]) => `${name.padEnd(24)} ${JSON.stringify(value)}`)
  return { passed, text: text.join("\n"), data }
}

/** What a model takes for a run, which answers at once here, and people for a merge. */
const PACE = { model_seconds: 600, people_seconds: 8 * 3600, concurrency: 4 } as const

/** Days of fleets with the times of these turns. */
function simulated(turns: readonly EndedTurn[]) {
  const runs = [...new Set(turns.map(({ run }) => run))].map((id) =>
    turns
      .filter(({ run }) => run === id)
      .toSorted((one, other) => one.ended_at - other.ended_at)
      .map((turn) => turn.seconds),
  )
  const seconds = quantiles(turns.map((turn) => turn.seconds))
  const days = [100, 500, 2000].flatMap((repositories) =>
    [1, 3].map((workers) => {
      const end = simulateDay({ ...PACE, runs, repositories, workers, random: Math.random })
      return `${repositories} repositories, ${workers} workers: ${end.ended} ended, ${Math.round(end.busy * 100)} % busy, ${Math.round(end.waited)} s in line`
    }),
  )
  return { turns: turns.length, turn_seconds: seconds, simulated_day: days }
}

function mostInMinute(times: readonly number[]): number {
  let [most, first] = [0, 0]
  for (const [at, time] of times.entries()) {
    while (time - (times[first] ?? 0) > 60_000) first += 1
    most = Math.max(most, at - first + 1)
  }
  return most
}

function quantiles(values: readonly number[]): Readonly<Record<string, number>> {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10
  return { median: at(0.5), nine_of_ten: at(0.9), longest: at(1) }
}
