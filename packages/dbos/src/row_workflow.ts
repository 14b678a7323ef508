import type * as Sdk from "@dbos-inc/dbos-sdk"
import type { Rest } from "@proofloop/jobs"
import { pauseOf, readRowInput, type RowPlace } from "@proofloop/jobs/engines"
import { AT_WORK, NEWS, REPOSITORIES, REST } from "./names.ts"

export interface RowOptions {
  readonly turn: (row: RowPlace) => Promise<Rest>
  readonly look_every_ms: number
}

/** A workflow for each row: a turn, a pause until its time or the next news, and again until the row is over. */
export function rowWorkflow({ DBOS }: Pick<typeof Sdk, "DBOS">, { turn, look_every_ms }: RowOptions) {
  const takeTurn = async (row: RowPlace, workflowID: string): Promise<Rest | null> => {
    const queue = { queueName: REPOSITORIES, enqueueOptions: { queuePartitionKey: row.repository } }
    await DBOS.setEvent(AT_WORK, workflowID)
    const handle = await DBOS.startWorkflow(turn, { workflowID, ...queue })(row)
    try {
      return await handle.getResult()
    } catch (error) {
      if ((await handle.getStatus())?.status === "CANCELLED") return null
      throw error
    }
  }
  const pause = async (rest: Rest | null): Promise<void> => {
    const ms = await DBOS.runStep(
      async () => pauseOf(rest ?? { look_at: null }, { now_ms: Date.now(), look_every_ms }),
      { name: "pause" },
    )
    // All that came until now leads to one turn.
    for (let timeoutSeconds = ms / 1000; ; timeoutSeconds = 0) {
      if ((await DBOS.recv(NEWS, { timeoutSeconds })) === null) return
    }
  }
  return async (given: unknown): Promise<Rest> => {
    const { kind, row_id, repository } = readRowInput(given)
    for (let number = 1; ; number += 1) {
      const rest = await takeTurn({ kind, row_id, repository }, `${DBOS.workflowID} turn ${number}`)
      if (rest !== null) await DBOS.setEvent(REST, rest)
      if (rest?.is_over === true) return rest
      await pause(rest)
    }
  }
}
