import { setTimeout as pause } from "node:timers/promises"
import type * as Sdk from "@dbos-inc/dbos-sdk"
import type { Rest } from "../drive/turn.ts"
import { keptTurn } from "../engines/kept_turn.ts"
import { pauseOf } from "../engines/pause.ts"
import { isRefusal } from "../engines/refusal.ts"
import type { RowPlace, RowTurns } from "../engines/row_engine.ts"
import { keepInDatabase } from "./keep_in_database.ts"
import { AT_ONCE, NEWS, turnName } from "./names.ts"

export interface TurnOptions {
  readonly turnsOf: (kind: string) => RowTurns
  readonly itself: () => TurnWorkflow
  readonly queueName: string
  readonly look_every_ms: number
  readonly stopped: AbortSignal
  readonly on_error: (row: RowPlace, error: unknown) => void
  /** Notes what a worker that closes waits for. */
  readonly atWork: <Result>(work: Promise<Result>) => Promise<Result>
  /** Runs a try while no other one of this repository is at work in this process. */
  readonly during: <Result>(repository: string, work: () => Promise<Result>) => Promise<Result>
}

/** `number`: which turn of the row it is, from 1. Resolves to where the row rests. */
export type TurnWorkflow = (row: RowPlace, number: number) => Promise<Rest>

/** Between two tries of an interrupted turn, doubled up to the longest. */
const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

/**
 * One turn of a row, and the next one in the queue, delayed until the time of the row. So a row that rests costs no
 * worker anything. What the turn before the last has kept is deleted.
 */
export function turnWorkflow(
  { DBOS, DBOSWorkflowConflictError }: Pick<typeof Sdk, "DBOS" | "DBOSWorkflowConflictError">,
  { turnsOf, itself, queueName, look_every_ms, stopped, on_error, atWork, during }: TurnOptions,
): TurnWorkflow {
  /** Tried again while a store, a clone or another holder of the row interrupts it; null once the worker stops. */
  const takeTurn = async (row: RowPlace): Promise<Rest | null> => {
    const { keep, cancelled } = keepInDatabase(DBOS, stopped)
    const signal = AbortSignal.any([stopped, cancelled])
    for (let wait_ms = FIRST_RETRY_MS; ; wait_ms = Math.min(wait_ms * 2, LONGEST_RETRY_MS)) {
      try {
        return await during(row.repository, async () =>
          keptTurn(turnsOf(row.kind), row.row_id, { keep: keep(), signal }),
        )
      } catch (error) {
        // A worker that stood still for too long has lost its turn to another one.
        if (cancelled.aborted || isRefusal(error) || error instanceof DBOSWorkflowConflictError) throw error
        if (stopped.aborted) return null
        on_error(row, error)
        await pause(wait_ms, undefined, { signal }).catch(() => undefined)
        if (stopped.aborted) return null
      }
    }
  }
  const wholeTurn = async (row: RowPlace, number: number): Promise<Rest | null> => {
    const rest = await takeTurn(row)
    if (rest === null) return null
    if (!rest.is_over) {
      const wait_ms = await DBOS.runStep(async () => pauseOf(rest, { now_ms: Date.now(), look_every_ms }), {
        name: "pause",
      })
      const workflowID = turnName(row, number + 1)
      const enqueueOptions = { queuePartitionKey: row.repository, delaySeconds: wait_ms / 1000 }
      await DBOS.startWorkflow(itself(), { workflowID, queueName, enqueueOptions })(row, number + 1)
      // What comes from now on finds the next turn.
      if ((await DBOS.recv(NEWS, { timeoutSeconds: 0 })) !== null)
        await DBOS.setWorkflowDelay(workflowID, AT_ONCE)
    }
    if (number > 2) await DBOS.deleteWorkflow(turnName(row, number - 2))
    return rest
  }
  return async (row, number) => (await atWork(wholeTurn(row, number))) ?? unfinished()
}

/** Another worker takes the workflow over: this one tells nothing of how it ended. */
async function unfinished(): Promise<never> {
  return new Promise(() => undefined)
}
