import type * as Sdk from "@dbos-inc/dbos-sdk"
import type { Rest } from "@proofloop/jobs"
import { MOST_PAUSES, nameOfRow, pauseOf, readRowInput, type RowPlace } from "@proofloop/jobs/engines"
import { AT_WORK, NEWS, REPOSITORIES, REST, ROWS, SUCCESSOR } from "./names.ts"

export interface RowOptions {
  readonly turn: (row: RowPlace) => Promise<Rest>
  readonly itself: () => RowWorkflow
  readonly look_every_ms: number
  /** How often the end of a turn is looked for. */
  readonly poll_ms: number
}

/** `generation`: how many workflows have moved the row before. Resolves to where the row rests in the end. */
export type RowWorkflow = (given: unknown, generation?: number) => Promise<Rest | null>

/** A workflow for each row: a turn, a pause until its time or the next news, and again until the row is over. */
export function rowWorkflow(
  { DBOS }: Pick<typeof Sdk, "DBOS">,
  { turn, itself, look_every_ms, poll_ms }: RowOptions,
): RowWorkflow {
  const takeTurn = async (row: RowPlace, workflowID: string): Promise<Rest | null> => {
    const queue = { queueName: REPOSITORIES, enqueueOptions: { queuePartitionKey: row.repository } }
    await DBOS.setEvent(AT_WORK, workflowID)
    const handle = await DBOS.startWorkflow(turn, { workflowID, ...queue })(row)
    try {
      return await handle.getResult({ pollingIntervalMs: poll_ms })
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
  return async (given, generation = 0) => {
    const { kind, row_id, repository } = readRowInput(given)
    const turns: string[] = []
    let rest: Rest | null = null
    while (turns.length < MOST_PAUSES) {
      const workflow = `${DBOS.workflowID} turn ${turns.length + 1}`
      turns.push(workflow)
      const turned = await takeTurn({ kind, row_id, repository }, workflow)
      rest = turned ?? rest
      if (turned !== null) await DBOS.setEvent(REST, turned)
      if (turned?.is_over === true) return turned
      await pause(turned)
    }
    // News that come from now on are for the successor, which begins with a turn.
    const workflowID = `${nameOfRow({ kind, row_id })} ${generation + 1}`
    await DBOS.setEvent(SUCCESSOR, workflowID)
    await DBOS.startWorkflow(itself(), { workflowID, queueName: ROWS })(given, generation + 1)
    // What ended turns have kept is large, and nobody reads it again.
    await DBOS.deleteWorkflows(turns)
    return rest
  }
}
