import type * as Pg from "pg"
import * as z from "zod"
import type { Rest } from "../drive/turn.ts"
import { insist } from "../engines/insist.ts"
import type { RowName, RowPlace, RowWorker } from "../engines/row_engine.ts"
import { type DbosPlace, placeOf } from "./dbos_place.ts"
import { loadDbos } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import { APPLICATION, AT_ONCE, CANCEL, cancelsOf, JOURNALS, NEWS, QUEUE, TURN, turnName } from "./names.ts"

const restSchema: z.ZodType<Rest> = z.object({
  row_id: z.string(),
  state: z.string(),
  is_over: z.boolean(),
  waits_for: z.string().nullable(),
  look_at: z.string().nullable(),
})

/** Rows that workers move over DBOS, over connections that the caller ends. Rejects when the SDK is missing. */
export async function rowsOver(pool: Pg.Pool, place: DbosPlace): Promise<RowWorker> {
  const { queue = QUEUE, on_log } = place
  const { url, schema } = placeOf(place)
  const { DBOSClient } = await loadDbos()
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: schema,
    applicationName: APPLICATION,
    logger: loggerOf(on_log),
  })
  /** Oldest first. The last one is at work, waits for its time, or was the end of the row. */
  const turnsOf = async (row: RowName, loadOutput = false) => {
    const prefix = turnName(row, "")
    const found = await client.listWorkflows({ workflow_id_prefix: prefix, loadInput: false, loadOutput })
    return found
      .map((turn) => ({ ...turn, number: Number(turn.workflowID.slice(prefix.length)) }))
      .toSorted((one, other) => one.number - other.number)
  }
  const start = async ({ kind, row_id, repository }: RowPlace): Promise<void> => {
    const row = { kind, row_id, repository }
    const last = (await turnsOf(row)).at(-1)
    if (last?.status === "SUCCESS" || last?.status === "PENDING") return
    if (last?.status === "ENQUEUED" || last?.status === "DELAYED") {
      if (last.queueName !== queue) await client.resumeWorkflow(last.workflowID, { queueName: queue })
      return
    }
    const number = (last?.number ?? 0) + 1
    const workflow = { workflowName: TURN, workflowID: turnName(row, number), appVersion: JOURNALS }
    await client.enqueue({ ...workflow, queueName: queue, queuePartitionKey: repository }, row, number)
  }
  const wake = async (row: RowName): Promise<void> => {
    let told: string | null = null
    for (;;) {
      const last = (await turnsOf(row)).at(-1)
      if (last?.status === "DELAYED") return client.setWorkflowDelay(last.workflowID, AT_ONCE)
      // The next turn may have been begun before the news came.
      if (last?.status !== "PENDING" || last.workflowID === told) return
      await client.send(last.workflowID, "wake", NEWS)
      told = last.workflowID
    }
  }
  const interrupt = async (row: RowName): Promise<void> => {
    const last = (await turnsOf(row)).at(-1)
    if (last?.status === "PENDING" || last?.status === "ENQUEUED")
      await client.cancelWorkflow(last.workflowID)
  }
  return {
    start,
    wake,
    async restOf(row) {
      const ended = (await turnsOf(row, true)).findLast(({ status }) => status === "SUCCESS")
      return ended === undefined ? null : restSchema.parse(ended.output)
    },
    async cancel({ kind, row_id, repository }, reason) {
      const row = { kind, row_id, repository }
      const asked = { workflowName: CANCEL, queueName: cancelsOf(queue), appVersion: JOURNALS }
      const cancelled = await client.enqueue(asked, row, reason)
      try {
        await insist(cancelled.getResult({ pollingIntervalMs: 100 }), async () => interrupt(row))
      } finally {
        await start(row)
        await wake(row)
      }
    },
    close: async () => client.destroy(),
  }
}
