import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import { reasonOf } from "../../drive/fault.ts"
import { localRows } from "../../engines/local_rows.ts"
import type { OpensRows, RowTurns } from "../../engines/row_engine.ts"
import type { Forge } from "../../forge/forge.ts"
import { STOP_FILE } from "../context/context.ts"
import { createPipeline, type Pipeline } from "../run/pipeline.ts"
import { runTurns } from "../run/run_turns.ts"
import type { RunStore } from "../run_store.ts"
import type { WorkOptions } from "../settings.ts"
import { openSpending } from "../spending/spending.ts"
import { evictClones } from "./evict_clones.ts"
import { openFleetRows } from "./fleet_rows.ts"
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
  /** Turns that begin in a minute, in one repository. Default: no limit. */
  readonly starts_a_minute?: number | undefined
  /** Opens what moves the rows, such as `workRows` of `@proofloop/jobs/dbos`. Default: this process. */
  readonly engine?: OpensRows | undefined
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
/** Until a run that could not be begun is tried again, and until a repository without a budget is looked at. */
const AGAIN_MS = 30_000

/** Runs of many repositories, moved by one engine that several processes may share. Throws InvalidOptionError. */
export function createFleet(options: FleetOptions): Fleet {
  const { store, state_dir, repositories, clock = systemClock, now = Date.now, engine = localRows } = options
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
  const by_url = new Map(repositories.map((repository) => [repository.url, repository]))
  /** Another process of the fleet may have a longer list. */
  const listed = (url: string): FleetRepository => by_url.get(url) ?? { url, base: null, switches: [] }
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
      const rows = openFleetRows(store, repositories, now)
      const at_work = new Set<string>()
      /** Rows whose last turn here was interrupted. */
      const troubled = new Set<string>()
      /** When to try again to begin a run that could not be begun. */
      const not_before = new Map<string, number>()
      let held: ReadonlySet<string> = new Set()
      let turns = 0

      const own = runTurns({ store, pipelineOf: async ({ url }) => pipelineFor(listed(url)) })
      const counted: RowTurns = {
        ...own,
        async turn(row_id, carrier) {
          const { url, state } = await store.get(row_id)
          if (held.has(url)) {
            const look_at = new Date(now() + AGAIN_MS).toISOString()
            return { row_id, state, is_over: false, waits_for: "budget", look_at }
          }
          at_work.add(row_id)
          try {
            const rest = await own.turn(row_id, carrier)
            turns += 1
            troubled.delete(row_id)
            emit("turn_ended", { ...rest, url, error: (await store.get(row_id)).error })
            return rest
          } finally {
            at_work.delete(row_id)
          }
        },
      }
      const moving = await engine({
        turns: [counted],
        most_turns: concurrency,
        starts_a_minute: options.starts_a_minute,
        on_error({ row_id }, error) {
          troubled.add(row_id)
          emit("turn_failed", { row_id, error: reasonOf(error) })
        },
      })

      const isDue = (url: string): boolean => rows.beganAt(url) + begin_every_ms <= now()
      const begin = async ({ url, base, switches }: FleetRepository): Promise<void> => {
        try {
          const pipeline = await pipelineFor(listed(url))
          // Another process may have begun one and ended it since the store was read.
          const before = await rows.newest(url)
          if (!isDue(url)) return
          // Of two processes that begin one at once, on whatever machines, one finds the other's row.
          const id = `run-${digestOf(url, base, before?.id)}`
          const row = await pipeline.begin({ id, url, base, switches })
          emit("begun", { row_id: row.id, url })
        } catch (error) {
          not_before.set(url, now() + AGAIN_MS)
          emit("begin_failed", { url, error: reasonOf(error) })
        }
      }
      const beginDue = async (): Promise<void> => {
        const due = repositories.filter(
          ({ url, base }) =>
            isDue(url) && (not_before.get(url) ?? 0) <= now() && !held.has(url) && !rows.has(url, base),
        )
        for (const repository of due) if (!signal.aborted) await begin(repository)
        if (due.length > 0) await rows.refresh(moving)
      }
      const isIdle = async (): Promise<boolean> => {
        for (const row of rows.open) {
          const rest = at_work.has(row.row_id) ? null : await moving.restOf(row)
          const is_due = rest === null || (rest.look_at !== null && Date.parse(rest.look_at) <= now())
          if (is_due && !troubled.has(row.row_id)) return false
        }
        return at_work.size === 0
      }
      const tell = async (is_draining: boolean): Promise<void> =>
        workers.tell({
          concurrency,
          repositories: repositories.length,
          active: [...at_work],
          turns,
          is_draining,
        })
      const whyEnd = async (): Promise<FleetEnd["how"] | null> => {
        if (signal.aborted) return "aborted"
        if (existsSync(join(state_dir, STOP_FILE))) return "stopped"
        if ((await workers.drainAsked()) !== null) return "drained"
        return once && refresh_at > 0 && (await isIdle()) ? "idle" : null
      }
      const evict = async (): Promise<void> => {
        const { removed, bytes } = await evictClones({ state_dir, store, max_bytes: max_clone_bytes, now })
        if (removed.length > 0) emit("clones_removed", { count: removed.length, bytes_left: bytes })
      }
      let evicting: Promise<void> | null = null
      let evict_at = 0
      let how: FleetEnd["how"] | null = null
      let refresh_at = 0
      let tell_at = 0
      let ended_within_ms = 0
      try {
        for (;;) {
          how = await whyEnd()
          if (how !== null) break
          if (clock.now() >= refresh_at) {
            await rows.refresh(moving)
            if (refresh_at === 0)
              emit("started", { repositories: repositories.length, open_runs: rows.open.length, concurrency })
            // After the rows: what a run that is seen as over has spent is counted.
            held = await spentRepositories(spending, store, options.repository_a_day)
            await beginDue()
            refresh_at = clock.now() + REFRESH_MS
          }
          if (evicting === null && clock.now() >= evict_at) {
            evict_at = clock.now() + EVICT_MS
            const failed = (error: unknown) => emit("clones_kept", { error: reasonOf(error) })
            evicting = evict()
              .catch(failed)
              .finally(() => void (evicting = null))
          }
          if (clock.now() >= tell_at) {
            await tell(false)
            tell_at = clock.now() + TELL_MS
          }
          await clock.sleep(TICK_MS, signal).catch(() => undefined)
        }
      } finally {
        const asked = clock.now()
        await tell(true).catch(() => undefined)
        await moving.close()
        await workers.leave()
        ended_within_ms = clock.now() - asked
      }
      const end: FleetEnd = { how, turns, ended_within_ms }
      emit("ended", { ...end })
      return end
    },
  }
}

function digestOf(...parts: readonly (string | null | undefined)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12)
}

const never = new AbortController().signal
