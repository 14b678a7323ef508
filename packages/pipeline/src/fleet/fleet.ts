import { existsSync } from "node:fs"
import { join } from "node:path"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import { reasonOf, restOf } from "@proofloop/jobs"
import type { Forge } from "@proofloop/jobs/forge"
import { STOP_FILE } from "../context/context.ts"
import { createPipeline, type Pipeline } from "../run/pipeline.ts"
import type { RunStore } from "../run_store.ts"
import type { WorkOptions } from "../settings.ts"
import { openSpending } from "../spending/spending.ts"
import { pipelineTable } from "../states.ts"
import { evictClones } from "./evict_clones.ts"
import { openFleetRows } from "./fleet_rows.ts"
import { type Lane, nextTurn } from "./next_turn.ts"
import type { FleetRepository } from "./repositories.ts"
import { type RepositoryBudget, spentRepositories } from "./repository_budget.ts"
import { type FleetRates, sharedOptions } from "./shared_options.ts"
import { openWorkers } from "./workers.ts"

export interface FleetOptions extends WorkOptions {
  readonly store: RunStore
  readonly repositories: readonly FleetRepository[]
  /** The forge of a repository; it is opened when its first turn comes. */
  readonly forgeFor: (repository: FleetRepository) => Promise<Forge>
  /** Folder of clones, costs, the audit and the `stop` file. */
  readonly state_dir: string
  /** Turns at a time. Default 4. */
  readonly concurrency?: number | undefined
  /** A repository without an open run gets a new one this long after the last one arrived. Default a day. */
  readonly begin_every_ms?: number | undefined
  /** What services allow this process. Default: no limits. */
  readonly rates?: FleetRates | undefined
  /** Bytes of clones in `state_dir`: beyond it the least recently used without an open run go. Default 20 GiB. */
  readonly max_clone_bytes?: number | undefined
  /** Limits for the runs of one repository in one day (UTC). Default none. */
  readonly repository_a_day?: RepositoryBudget | undefined
  /** Events of the fleet, `fleet.<what>`, and of its runs. What it throws is ignored. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "fleet.started". */
          readonly type: string
        },
      ) => void)
    | undefined
}

export interface FleetEnd {
  /** `idle`: every run waits; only with `once`. */
  readonly how: "drained" | "stopped" | "aborted" | "idle"
  readonly turns: number
  /** Milliseconds from the wish to end until the last turn had ended. */
  readonly ended_within_ms: number
}

export interface Fleet {
  /**
   * Works on the runs of all repositories until it is drained, stopped or aborted; with `once` until every run waits.
   * At its end it interrupts turns between two effects; the next process goes on with them. Rejects with StoreError
   * and errors of the file system.
   */
  run(options?: {
    /** Interrupts the turns at work and ends the fleet. Default: none. */
    readonly signal?: AbortSignal
    /** Ends as soon as every run waits. Default false. */
    readonly once?: boolean
  }): Promise<FleetEnd>
}

const REFRESH_MS = 5_000
const TELL_MS = 2_000
const TICK_MS = 250
const DAY_MS = 86_400_000
const EVICT_MS = 10 * 60_000
const MAX_CLONE_BYTES = 20 * 2 ** 30
/** Until a turn that threw is repeated. */
const AGAIN_MS = 30_000

/** Runs of many repositories, side by side in one process. Throws InvalidOptionError. */
export function createFleet(options: FleetOptions): Fleet {
  const { store, state_dir, repositories, clock = systemClock, now = Date.now } = options
  const concurrency = numberOption("concurrency", options.concurrency ?? 4, 1, 1000)
  const begin_every_ms = numberOption("begin_every_ms", options.begin_every_ms ?? DAY_MS, 0, 366 * DAY_MS)
  const max_clone_bytes = numberOption(
    "max_clone_bytes",
    options.max_clone_bytes ?? MAX_CLONE_BYTES,
    0,
    Number.MAX_SAFE_INTEGER,
  )
  if (repositories.length === 0)
    throw new InvalidOptionError({ option: "repositories", expected: "at least one repository", got: "none" })
  const shared = sharedOptions(options, clock)
  const emit = (what: string, fields: JsonObject): void => {
    try {
      options.on_event?.({ type: `fleet.${what}`, ...fields })
    } catch {
      // The host's own trouble.
    }
  }
  const spending = openSpending(state_dir, now)
  const pipelines = new Map<string, Pipeline>()
  const pipelineFor = async (repository: FleetRepository): Promise<Pipeline> => {
    const known = pipelines.get(repository.url)
    if (known !== undefined) return known
    const forge = shared.paced(await options.forgeFor(repository))
    const check = repository.check ?? options.check
    const made = createPipeline({ ...shared.pipeline, check, forge })
    pipelines.set(repository.url, made)
    return made
  }

  return {
    async run({ signal = never, once = false } = {}) {
      const workers = openWorkers(state_dir, now)
      const rows = await openFleetRows(store, repositories, now)
      const by_url = new Map(repositories.map((repository) => [repository.url, repository]))
      const last_turns = new Map<string, number>()
      let begun_turns = 0
      const active = new Map<string, { readonly url: string; readonly done: Promise<void> }>()
      const ending = new AbortController()
      const turn_signal = AbortSignal.any([signal, ending.signal])
      let held: ReadonlySet<string> = new Set()
      /** When to try again to begin a run that could not be begun. */
      const not_before = new Map<string, number>()
      let turns = 0

      const lanes = (): ReadonlyMap<string, Lane> => {
        const counts = new Map<string, number>()
        for (const { url } of active.values()) counts.set(url, (counts.get(url) ?? 0) + 1)
        return new Map(
          repositories.map(({ url, cap }) => [
            url,
            {
              url,
              cap,
              active: counts.get(url) ?? 0,
              last_turn: last_turns.get(url) ?? 0,
              is_held: held.has(url),
            },
          ]),
        )
      }
      const takeTurn = async (id: string, repository: FleetRepository): Promise<void> => {
        const { url } = repository
        try {
          const driven = await (await pipelineFor(repository)).drive(id, { signal: turn_signal })
          const rest = restOf({ ...driven, row: driven.run }, pipelineTable, now())
          rows.rested(rest, driven.run)
          turns += 1
          emit("turn_ended", { ...rest, url, steps: driven.steps.length, error: driven.error })
        } catch (error) {
          rows.delay(id, now() + AGAIN_MS)
          if (!turn_signal.aborted) emit("turn_failed", { row_id: id, url, error: reasonOf(error) })
        }
      }
      const isDue = (url: string): boolean => rows.beganAt(url) + begin_every_ms <= now()
      const begin = async (repository: FleetRepository): Promise<void> => {
        const { url, base, switches } = repository
        try {
          const pipeline = await pipelineFor(repository)
          // Another process may have begun one and ended it since the store was read.
          await rows.readNewest(url)
          if (!isDue(url)) return
          const row = await pipeline.begin({ url, base, switches })
          rows.add(row)
          emit("begun", { row_id: row.id, url })
        } catch (error) {
          not_before.set(url, now() + AGAIN_MS)
          emit("begin_failed", { url, error: reasonOf(error) })
        }
      }
      /** The repository without an open run whose last one is longest ago; null: none is due. */
      const nextToBegin = (): FleetRepository | null => {
        let best: FleetRepository | null = null
        for (const repository of repositories) {
          const { url, base } = repository
          const began_at = rows.beganAt(url)
          if (
            !isDue(url) ||
            (not_before.get(url) ?? 0) > now() ||
            held.has(url) ||
            active.has(url) ||
            rows.has(url, base)
          )
            continue
          if (best === null || began_at < rows.beganAt(best.url)) best = repository
        }
        return best
      }
      /** What is open goes on before something new is begun. */
      const next = (): {
        readonly key: string
        readonly url: string
        readonly work: () => Promise<void>
      } | null => {
        const free = [...rows.waiting()].filter(({ id }) => !active.has(id))
        const run = nextTurn(free, lanes(), now())
        const owner = run === null ? undefined : by_url.get(run.url)
        if (run !== null && owner !== undefined)
          return { key: run.id, url: run.url, work: async () => takeTurn(run.id, owner) }
        const fresh = nextToBegin()
        return fresh === null ? null : { key: fresh.url, url: fresh.url, work: async () => begin(fresh) }
      }
      const start = (): void => {
        while (active.size < concurrency) {
          const found = next()
          if (found === null) return
          const { key, url, work } = found
          begun_turns += 1
          last_turns.set(url, begun_turns)
          active.set(key, { url, done: work().finally(() => active.delete(key)) })
        }
      }
      const tell = async (): Promise<void> =>
        workers.tell({
          concurrency,
          repositories: repositories.length,
          active: [...active.keys()],
          turns,
          is_draining: turn_signal.aborted,
        })
      const whyEnd = async (): Promise<FleetEnd["how"] | null> => {
        if (signal.aborted) return "aborted"
        if (existsSync(join(state_dir, STOP_FILE))) return "stopped"
        if ((await workers.drainAsked()) !== null) return "drained"
        return once && active.size === 0 && next() === null ? "idle" : null
      }

      const evict = async (): Promise<void> => {
        const { removed, bytes } = await evictClones({
          state_dir,
          store,
          max_bytes: max_clone_bytes,
          now,
        })
        if (removed.length > 0) emit("clones_removed", { count: removed.length, bytes_left: bytes })
      }
      let evicting: Promise<void> | null = null
      let evict_at = 0
      let how: FleetEnd["how"] | null = null
      let refresh_at = 0
      let tell_at = 0
      emit("started", { repositories: repositories.length, open_runs: rows.size, concurrency })
      for (;;) {
        how = await whyEnd()
        if (how !== null) break
        if (clock.now() >= refresh_at) {
          if (refresh_at > 0) await rows.refresh()
          // After the rows: what a run that is seen as over has spent is counted.
          held = await spentRepositories(spending, store, options.repository_a_day)
          refresh_at = clock.now() + REFRESH_MS
        }
        start()
        if (evicting === null && clock.now() >= evict_at) {
          evict_at = clock.now() + EVICT_MS
          const failed = (error: unknown) => emit("clones_kept", { error: reasonOf(error) })
          evicting = evict()
            .catch(failed)
            .finally(() => void (evicting = null))
        }
        if (clock.now() >= tell_at) {
          await tell()
          tell_at = clock.now() + TELL_MS
        }
        const tick = clock.sleep(TICK_MS, turn_signal).catch(() => undefined)
        await Promise.race([tick, ...[...active.values()].map(({ done }) => done)])
      }
      const asked = clock.now()
      ending.abort(new Error(`the fleet is ${how}`))
      await tell()
      await Promise.all([...active.values()].map(({ done }) => done))
      await workers.leave()
      const end: FleetEnd = { how, turns, ended_within_ms: clock.now() - asked }
      emit("ended", { ...end })
      return end
    },
  }
}

const never = new AbortController().signal
