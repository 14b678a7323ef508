import { setTimeout as pause } from "node:timers/promises"
import { drive } from "../drive/drive.ts"
import { type DrivenRow, drivenRow } from "../drive/driven_row.ts"
import { whileHeld } from "../drive/hold.ts"
import { type Job, localEngine } from "../drive/job.ts"
import type { Carrier } from "../drive/queue.ts"
import { driveTurn, restOf } from "../drive/turn.ts"
import type { JobTypes } from "../store/store.ts"
import type { OpensRows, RowTurns, RowWorker } from "./row_engine.ts"

export interface CarrierOptions<Types extends JobTypes> {
  /** Interrupts the row at work. */
  readonly signal: AbortSignal
  /** Moves the rows over an engine with a worker in this process. Default: this process drives them itself. */
  readonly engine?: OpensRows | undefined
  /** What a row changes: no engine moves two rows of one repository at once. */
  readonly repositoryOf: (row: Types["row"]) => string
}

type End<Types extends JobTypes, Step extends string> =
  | { readonly driven: DrivenRow<Types, Step> }
  | { readonly thrown: unknown }

/** The one turn that this process asked the engine for. */
interface Asked<Types extends JobTypes, Step extends string> {
  readonly id: string
  end: (end: End<Types, Step>) => void
  is_begun: boolean
}

const LOOK_MS = 1000

/** The engine's worker starts with the first row. */
export function carrierOf<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  { engine, signal, repositoryOf }: CarrierOptions<Types>,
): Carrier<Types, Step> {
  const { store, noun: kind } = job
  if (engine === undefined) {
    return {
      drive: async (row) => whileHeld(store, row.id, async () => drive(row, job, localEngine(signal))),
      close: async () => undefined,
    }
  }
  let asked: Asked<Types, Step> | null = null
  let worker: RowWorker | null = null
  const turn: RowTurns["turn"] = async (id, carried) => {
    signal.throwIfAborted()
    const mine = asked
    if (mine?.id !== id || mine.is_begun) {
      // Nobody here asks for one more turn: the row rests until the next call, which may be elsewhere.
      const { state } = await store.get(id)
      return { row_id: id, state, is_over: false, waits_for: null, look_at: null }
    }
    mine.is_begun = true
    let is_replay = true
    try {
      const either = AbortSignal.any([carried.signal, signal])
      const driven = await driveTurn(id, job, {
        ...carried,
        signal: either,
        step: async (key, run) =>
          carried.step(key, async () => {
            is_replay = false
            return run()
          }),
      })
      // What an earlier process came to is not how things stand now: one more turn looks.
      if (is_replay && !signal.aborted) mine.is_begun = false
      else mine.end({ driven })
      return restOf({ ...driven, row: driven.row ?? (await store.get(id)) }, job, Date.now())
    } catch (thrown) {
      mine.end({ thrown })
      throw thrown
    }
  }
  const cancel = async () => Promise.reject(new Error(`this process gives up no ${kind}`))
  const isHeld = async (id: string) => (await store.holder(id)) !== null
  return {
    async drive(row) {
      await store.release(row.id)
      const rows = (worker ??= await engine({ turns: [{ kind, turn, cancel }] }))
      const over = new AbortController()
      const mine: Asked<Types, Step> = { id: row.id, is_begun: false, end: () => undefined }
      const ended = new Promise<End<Types, Step>>((end) => (mine.end = end))
      asked = mine
      const look = async (): Promise<void> => {
        const place = { kind, row_id: row.id, repository: repositoryOf(row) }
        await rows.start(place)
        await rows.wake(place)
        while (!over.signal.aborted) {
          await pause(LOOK_MS, undefined, { signal: AbortSignal.any([over.signal, signal]) }).catch(
            () => undefined,
          )
          // A stop ends the pauses at once, and the turn at work by itself.
          if (mine.is_begun && signal.aborted) return
          if (mine.is_begun) continue
          const is_over = (await rows.restOf(place))?.is_over === true
          if (signal.aborted || is_over || (await isHeld(row.id))) return mine.end({ thrown: null })
          // A turn that a lost process had begun can be brought here by and by.
          await rows.start(place)
          await rows.wake(place)
        }
      }
      try {
        const end = await Promise.race([ended, look().then(async () => ended)])
        if ("driven" in end) return end.driven
        if (!signal.aborted && (await isHeld(row.id))) return null
        const outcome = { row: await store.get(row.id), next: "stop" } as const
        return drivenRow(row.state, outcome, { steps: [], thrown: signal.aborted ? null : end.thrown })
      } finally {
        asked = null
        over.abort()
      }
    },
    close: async () => worker?.close(),
  }
}
