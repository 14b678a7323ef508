import type { Breaker, Rest } from "@proofloop/jobs"
import type { PipelineRun } from "../run.ts"
import { OPEN_STATES } from "../run/pipeline.ts"
import type { RunStore } from "../run_store.ts"
import type { Waiting } from "./next_turn.ts"
import type { FleetRepository } from "./repositories.ts"

/** A run that nothing but a person moves is looked at this often, which costs a reading of the store. */
const LOOK_EVERY_MS = 30_000
const PAGE = 200

interface Known extends Waiting {
  readonly revision: number
  /** The missing service that it waits for, "forge github app 1"; null: none. */
  readonly held_by: string | null
}

export interface FleetRows {
  /** Reads the store. Rejects with StoreError. */
  refresh(): Promise<void>
  waiting(): Iterable<Waiting>
  rested(rest: Rest, run: Pick<PipelineRun, "revision">): void
  delay(id: string, until: number): void
  has(url: string, base: string | null): boolean
  /** Reads whether another process has begun a run of this repository. Rejects with StoreError. */
  readNewest(url: string): Promise<void>
  /** When the last run of a repository arrived, in milliseconds; -Infinity: there was none. */
  beganAt(url: string): number
  add(row: PipelineRun): void
  readonly size: number
}

/** Runs of repositories outside the fleet are left alone. */
export async function openFleetRows(
  store: RunStore,
  repositories: readonly FleetRepository[],
  now: () => number,
): Promise<FleetRows> {
  const urls = new Set(repositories.map(({ url }) => url))
  const last = new Map<string, number>()
  let known = new Map<string, Known>()
  let places = new Set<string>()
  const noteArrival = ({ url, received_at }: PipelineRun): void => {
    last.set(url, Math.max(last.get(url) ?? -Infinity, Date.parse(received_at)))
  }
  const seen = (row: PipelineRun, due_at: number): Known => ({
    id: row.id,
    url: row.url,
    due_at,
    has_begun: row.state !== "queued",
    order: Date.parse(row.received_at),
    revision: row.revision,
    held_by: null,
  })
  const rows: FleetRows = {
    get size() {
      return known.size
    },
    async refresh() {
      const waits = await store.waits()
      const open_breakers = await store.breakers()
      const away = new Set(open_breakers.filter(({ until }) => Date.parse(until) > now()).map(breakerKey))
      const next = new Map<string, Known>()
      const open = new Set<string>()
      for (const state of OPEN_STATES) {
        for await (const row of pages(store, state)) {
          if (!urls.has(row.url)) continue
          noteArrival(row)
          open.add(placeOf(row.url, row.base))
          if (state === "failed") continue
          const before = known.get(row.id)
          const look_at = waits.get(row.id)?.look_at ?? null
          const is_as_known = before?.revision === row.revision
          // Others need not wait until the time at which one of them was to look.
          const is_back = before !== undefined && before.held_by !== null && !away.has(before.held_by)
          if (is_as_known && !is_back) next.set(row.id, before)
          else next.set(row.id, seen(row, is_back || look_at === null ? now() : Date.parse(look_at)))
        }
      }
      known = next
      places = open
    },
    waiting: () => known.values(),
    rested({ row_id, look_at, is_over, waits_for }, { revision }) {
      const run = known.get(row_id)
      if (run === undefined) return
      if (is_over || waits_for === "retry") {
        known.delete(row_id)
        return
      }
      const due_at = look_at === null ? now() + LOOK_EVERY_MS : Date.parse(look_at)
      // No other reason has a name behind it.
      const held_by = waits_for?.includes(" ") === true ? waits_for : null
      known.set(row_id, { ...run, due_at, revision, held_by, has_begun: true })
    },
    delay(id, until) {
      const run = known.get(id)
      if (run !== undefined) known.set(id, { ...run, due_at: until })
    },
    has: (url, base) => places.has(placeOf(url, base)),
    async readNewest(url) {
      for (const row of await store.list({ url, limit: 1, newest_first: true })) noteArrival(row)
    },
    beganAt: (url) => last.get(url) ?? -Infinity,
    add(row) {
      noteArrival(row)
      places.add(placeOf(row.url, row.base))
      known.set(row.id, seen(row, now()))
    },
  }
  for (const url of urls) await rows.readNewest(url)
  await rows.refresh()
  return rows
}

function breakerKey({ environment, name }: Breaker): string {
  return `${environment} ${name}`
}

function placeOf(url: string, base: string | null): string {
  return `${url}\n${base ?? ""}`
}

async function* pages(store: RunStore, state: PipelineRun["state"]): AsyncGenerator<PipelineRun> {
  for (let after: string | undefined; ;) {
    const page = await store.list({ state, limit: PAGE, after })
    yield* page
    after = page.at(-1)?.id
    if (after === undefined) return
  }
}
