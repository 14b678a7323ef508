import type { Rest } from "@proofloop/jobs"
import type { PipelineRun } from "../run.ts"
import { OPEN_STATES } from "../run/pipeline.ts"
import type { RunStore } from "../run_store.ts"
import type { Waiting } from "./next_turn.ts"
import type { FleetRepository } from "./repositories.ts"

/** A run that nothing but a person moves is looked at this often, which costs a reading of the store. */
const LOOK_EVERY_MS = 30_000
const PAGE = 200

/** What the scheduler knows of a run: no more, since a fleet has many. */
interface Known extends Waiting {
  readonly revision: number
}

/** The open runs of a fleet, and when each wants its next turn. */
export interface FleetRows {
  /** Reads the store. Rejects with StoreError. */
  refresh(): Promise<void>
  waiting(): Iterable<Waiting>
  /** Where a turn has left a run. */
  rested(rest: Rest, run: Pick<PipelineRun, "revision">): void
  /** A turn could not be made now. */
  delay(id: string, until: number): void
  has(url: string, base: string | null): boolean
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
  })
  const rows: FleetRows = {
    get size() {
      return known.size
    },
    async refresh() {
      const waits = await store.waits()
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
          const due_at = is_as_known ? before.due_at : look_at === null ? now() : Date.parse(look_at)
          next.set(row.id, seen(row, due_at))
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
      known.set(row_id, { ...run, due_at, revision, has_begun: true })
    },
    delay(id, until) {
      const run = known.get(id)
      if (run !== undefined) known.set(id, { ...run, due_at: until })
    },
    has: (url, base) => places.has(placeOf(url, base)),
    beganAt: (url) => last.get(url) ?? -Infinity,
    add(row) {
      noteArrival(row)
      places.add(placeOf(row.url, row.base))
      known.set(row.id, seen(row, now()))
    },
  }
  for (const state of ["done", "cancelled"] as const) {
    for await (const row of pages(store, state)) if (urls.has(row.url)) noteArrival(row)
  }
  await rows.refresh()
  return rows
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
