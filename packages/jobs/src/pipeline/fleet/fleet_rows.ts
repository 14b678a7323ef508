import type { RowEngine, RowPlace } from "../../engines/row_engine.ts"
import type { PipelineRun } from "../run.ts"
import { OPEN_STATES } from "../run/pipeline.ts"
import type { RunStore } from "../run_store.ts"
import type { FleetRepository } from "./repositories.ts"

const PAGE = 200
/** An engine is told of all rows again now and then: another process may have left some of them. */
const TELL_AGAIN_MS = 60_000

export interface FleetRows {
  /** Reads the store, starts the rows that the engine does not know, and wakes those with news. Rejects with StoreError. */
  refresh(engine: RowEngine): Promise<void>
  /** The open runs that the engine was told of: the others wait for a time that has not come. */
  readonly open: readonly RowPlace[]
  has(url: string, base: string | null): boolean
  /** The newest run of a repository, which another process may have begun; null: there is none. Rejects with StoreError. */
  newest(url: string): Promise<PipelineRun | null>
  /** When the last run of a repository arrived, in milliseconds; -Infinity: there was none. */
  beganAt(url: string): number
}

/** Runs of repositories outside the fleet are left alone. */
export function openFleetRows(
  store: RunStore,
  repositories: readonly FleetRepository[],
  now: () => number,
): FleetRows {
  const urls = new Set(repositories.map(({ url }) => url))
  const last = new Map<string, number>()
  let open: readonly RowPlace[] = []
  let places = new Set<string>()
  let told = new Set<string>()
  let tell_again_at = 0
  let position: number | null = null
  /** What was away, and the rows that waited for it. */
  let away = new Map<string, readonly string[]>()

  const noteArrival = ({ url, received_at }: PipelineRun): void => {
    last.set(url, Math.max(last.get(url) ?? -Infinity, Date.parse(received_at)))
  }
  const newest: FleetRows["newest"] = async (url) => {
    const [row] = await store.list({ url, limit: 1, newest_first: true })
    if (row !== undefined) noteArrival(row)
    return row ?? null
  }
  /** Rows that a person moved, or whose service is back: the others need not wait until its time. */
  const readNews = async (): Promise<ReadonlySet<string>> => {
    const news = new Set<string>()
    for (;;) {
      const notes = await store.notesSince(position, position === null ? 1 : PAGE)
      // Of a new row, and of what a step did, the engine knows.
      for (const { row_id, seq, note } of position === null ? [] : notes)
        if (seq > 1 && note["step"] === undefined) news.add(row_id)
      const is_first = position === null
      position = notes.at(-1)?.position ?? position ?? 0
      if (is_first || notes.length < PAGE) break
    }
    const met = new Map<string, readonly string[]>()
    for (const { environment, name, until, row_ids } of await store.breakers()) {
      met.set(`${environment} ${name}`, row_ids)
      if (Date.parse(until) <= now()) for (const id of row_ids) news.add(id)
    }
    for (const [name, row_ids] of away) if (!met.has(name)) for (const id of row_ids) news.add(id)
    away = met
    return news
  }
  return {
    get open() {
      return open
    },
    async refresh(engine) {
      for (const url of last.size === 0 ? urls : []) await newest(url)
      const news = await readNews()
      if (now() >= tell_again_at) {
        told = new Set()
        tell_again_at = now() + TELL_AGAIN_MS
      }
      const waits = await store.waits()
      const found: RowPlace[] = []
      const at = new Set<string>()
      for (const state of OPEN_STATES) {
        for await (const row of pages(store, state)) {
          const { id, url, base } = row
          if (!urls.has(url)) continue
          noteArrival(row)
          at.add(placeOf(url, base))
          if (state === "failed") continue
          const place = { kind: "run", row_id: id, repository: url }
          const look_at = Date.parse(waits.get(id)?.look_at ?? "")
          if (!told.has(id) && !news.has(id) && look_at > now()) continue
          found.push(place)
          if (!told.has(id)) await engine.start(place)
          if (news.has(id)) await engine.wake(place)
          told.add(id)
        }
      }
      open = found
      places = at
    },
    has: (url, base) => places.has(placeOf(url, base)),
    newest,
    beganAt: (url) => last.get(url) ?? -Infinity,
  }
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
