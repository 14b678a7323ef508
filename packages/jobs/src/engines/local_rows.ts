import { numberOption } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import { localEngine } from "../drive/job.ts"
import type { Rest } from "../drive/turn.ts"
import { insist } from "./insist.ts"
import { lines } from "./lines.ts"
import { pauseOf } from "./pause.ts"
import {
  LOOK_EVERY_MS,
  MOST_TURNS,
  nameOfRow,
  type RowName,
  type RowPlace,
  type RowTurns,
  type RowWorker,
  startsOption,
} from "./row_engine.ts"
import { slots } from "./slots.ts"
import { startRate } from "./start_rate.ts"
import { turnsByKind } from "./turns_by_kind.ts"

export interface LocalRowsOptions {
  readonly turns: readonly RowTurns[]
  /** The longest pause without a look into the store, in milliseconds. Default 600 000. */
  readonly look_every_ms?: number | undefined
  /** Turns at the same time; others wait in line, so each row has one before any has its next. Default: 10,000. */
  readonly most_turns?: number | undefined
  /** Turns that begin in a minute, in one repository. Default: no limit. */
  readonly starts_a_minute?: number | undefined
  /** Milliseconds until a turn that was interrupted is tried again. Default 1000. */
  readonly retry_ms?: number | undefined
  /** Gets what interrupted a turn; never throws. Default: nothing. */
  readonly on_error?: ((row: RowName, error: unknown) => void) | undefined
  /** Milliseconds since 1970. Default: the system's. */
  readonly now?: (() => number) | undefined
}

interface Moved {
  readonly news: NewsBox
  stop: AbortController
  rest: Rest | null
  ended: Promise<void>
}

/** Moves rows in this process, without a journal: after a crash rows start again from the store. Throws InvalidOptionError. */
export function localRows(options: LocalRowsOptions): RowWorker {
  const { turns, look_every_ms = LOOK_EVERY_MS, retry_ms = 1000, on_error, now = Date.now } = options
  const turnsOf = turnsByKind(turns)
  const most_turns = numberOption("most_turns", options.most_turns ?? MOST_TURNS, 1, MOST_TURNS)
  const take = slots(most_turns)
  const mayStart = startRate(startsOption(options.starts_a_minute), now)
  const inLine = lines()
  const rows = new Map<string, Moved>()
  let is_closed = false

  const takeTurn = async ({ kind, row_id, repository }: RowPlace, moved: Moved): Promise<Rest | null> =>
    inLine(repository, async () => {
      if (is_closed) return null
      moved.stop = new AbortController()
      const { signal } = moved.stop
      const giveBack = await mayStart(repository, signal)
        .then(async () => take(signal))
        .catch(() => null)
      if (giveBack === null) return null
      try {
        const rest = await turnsOf(kind).turn(row_id, localEngine(signal))
        return signal.aborted ? null : rest
      } catch (error) {
        if (!signal.aborted) on_error?.({ kind, row_id }, error)
        return null
      } finally {
        giveBack()
      }
    })
  const move = async (row: RowPlace, moved: Moved): Promise<void> => {
    while (!is_closed) {
      const rest = await takeTurn(row, moved)
      moved.rest = rest ?? moved.rest
      if (rest?.is_over === true || is_closed) return
      await moved.news.wait(rest === null ? retry_ms : pauseOf(rest, { now_ms: now(), look_every_ms }))
    }
  }

  return {
    async start(row) {
      turnsOf(row.kind)
      const name = nameOfRow(row)
      const known = rows.get(name)
      if (is_closed || (known !== undefined && known.rest?.is_over !== true)) return
      const moved: Moved = {
        news: newsBox(),
        stop: new AbortController(),
        rest: null,
        ended: Promise.resolve(),
      }
      rows.set(name, moved)
      moved.ended = move(row, moved)
    },
    async wake(row) {
      rows.get(nameOfRow(row))?.news.tell()
    },
    async restOf(row) {
      return rows.get(nameOfRow(row))?.rest ?? null
    },
    async cancel(row, reason) {
      const moved = rows.get(nameOfRow(row))
      const cancelled = inLine(row.repository, () => turnsOf(row.kind).cancel(row.row_id, reason))
      await insist(cancelled, () => moved?.stop.abort(new Error(`cancelled: ${reason}`)))
      moved?.news.tell()
    },
    async close() {
      is_closed = true
      for (const { stop, news } of rows.values()) {
        stop.abort(new Error("closed"))
        news.tell()
      }
      await Promise.all([...rows.values()].map(({ ended }) => ended))
    },
  }
}

/** News of one row. What comes while nobody waits is kept. */
interface NewsBox {
  readonly tell: () => void
  /** Resolves with the next news, or after `ms` milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

function newsBox(): NewsBox {
  let news = new AbortController()
  return {
    tell: () => news.abort(),
    async wait(ms) {
      await systemClock.sleep(ms, news.signal).catch(() => undefined)
      news = new AbortController()
    },
  }
}
