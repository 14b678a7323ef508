import { insist, nameOfRow, type RowEngine, rowInput, type RowName } from "@proofloop/jobs/engines"
import { z } from "zod"
import { loadDbos } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import { APPLICATION, AT_WORK, CANCEL, JOURNALS, NEWS, REPOSITORIES, REST, ROW, ROWS } from "./names.ts"

export interface DbosRowsOptions {
  /** Where DBOS keeps its tables: "postgres://user:password@host/database". */
  readonly database_url: string
  /** Gets the SDK's messages. Default: nothing. */
  readonly on_log?: ((level: string, message: string) => void) | undefined
}

export interface DbosRows extends RowEngine {
  readonly close: () => Promise<void>
}

const restSchema = z
  .object({
    row_id: z.string(),
    state: z.string(),
    is_over: z.boolean(),
    waits_for: z.string().nullable(),
    look_at: z.string().nullable(),
  })
  .nullable()

/** Rows that workers move over DBOS, seen from any process. Rejects when the SDK is missing or the database is away. */
export async function dbosRows({ database_url, on_log }: DbosRowsOptions): Promise<DbosRows> {
  const { DBOSClient } = await loadDbos()
  const client = await DBOSClient.create({
    systemDatabaseUrl: database_url,
    applicationName: APPLICATION,
    logger: loggerOf(on_log),
  })
  const now = { timeoutSeconds: 0 }
  const wake = async (row: RowName): Promise<void> => {
    const id = nameOfRow(row)
    if ((await client.getWorkflow(id)) !== undefined) await client.send(id, "wake", NEWS)
  }
  return {
    async start(row) {
      const workflow = {
        workflowName: ROW,
        queueName: ROWS,
        workflowID: nameOfRow(row),
        appVersion: JOURNALS,
      }
      await client.enqueue(workflow, rowInput(row))
    },
    wake,
    async restOf(row) {
      return restSchema.parse(await client.getEvent(nameOfRow(row), REST, now))
    },
    async cancel({ repository, ...row }, reason) {
      const name = nameOfRow(row)
      const workflow = { workflowName: CANCEL, queueName: REPOSITORIES, queuePartitionKey: repository }
      const cancelled = await client.enqueue({ ...workflow, appVersion: JOURNALS }, row, reason)
      await insist(cancelled.getResult({ pollingIntervalMs: 100 }), async () => {
        const turn = z
          .string()
          .nullable()
          .parse(await client.getEvent(name, AT_WORK, now))
        if (turn !== null) await client.cancelWorkflow(turn)
      })
      // The last interruption may have met the turn that was to notice it.
      await wake(row)
    },
    async close() {
      await client.destroy()
    },
  }
}
