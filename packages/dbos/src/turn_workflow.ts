import { setTimeout as pause } from "node:timers/promises"
import type * as Sdk from "@dbos-inc/dbos-sdk"
import type { Rest } from "@proofloop/jobs"
import { isRefusal, keptTurn, type RowPlace, type RowTurns } from "@proofloop/jobs/engines"
import { keepInDatabase } from "./keep_in_database.ts"

export interface TurnOptions {
  readonly turnsOf: (kind: string) => RowTurns
  readonly stopped: AbortSignal
  readonly on_error: (row: RowPlace, error: unknown) => void
  /** Runs a try while no other one of this repository is at work in this process. */
  readonly during: <Result>(repository: string, work: () => Promise<Result>) => Promise<Result>
}

/** Between two tries of an interrupted turn, doubled up to the longest. */
const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

/** One turn of a row. It is tried again while a store, a clone or another holder of the row interrupts it. */
export function turnWorkflow(
  { DBOS }: Pick<typeof Sdk, "DBOS">,
  { turnsOf, stopped, on_error, during }: TurnOptions,
) {
  return async (row: RowPlace): Promise<Rest> => {
    const { keep, cancelled } = keepInDatabase(DBOS, stopped)
    const signal = AbortSignal.any([stopped, cancelled])
    for (let wait_ms = FIRST_RETRY_MS; ; wait_ms = Math.min(wait_ms * 2, LONGEST_RETRY_MS)) {
      try {
        return await during(row.repository, async () =>
          keptTurn(turnsOf(row.kind), row.row_id, { keep: keep(), signal }),
        )
      } catch (error) {
        if (cancelled.aborted || isRefusal(error)) throw error
        if (stopped.aborted) return unfinished()
        on_error(row, error)
        await pause(wait_ms, undefined, { signal }).catch(() => undefined)
        if (stopped.aborted) return unfinished()
      }
    }
  }
}

/** Another worker takes the workflow over: this one tells nothing of how it ended. */
async function unfinished(): Promise<never> {
  return new Promise(() => undefined)
}
