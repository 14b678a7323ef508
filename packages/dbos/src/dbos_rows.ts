import { type RowEngine, rowsElsewhere } from "@proofloop/jobs/engines"
import * as z from "zod"
import { loadDbos } from "./load_dbos.ts"
import { loggerOf } from "./logger.ts"
import {
  APPLICATION,
  AT_WORK,
  CANCEL,
  JOURNALS,
  NEWS,
  REPOSITORIES,
  REST,
  ROW,
  ROWS,
  SUCCESSOR,
} from "./names.ts"

export interface DbosRowsOptions {
  /** Where DBOS keeps its tables: "postgres://user:password@host/database". */
  readonly database_url: string
  /** Gets the SDK's messages. Default: nothing. */
  readonly on_log?: ((level: string, message: string) => void) | undefined
}

export interface DbosRows extends RowEngine {
  /** Ends the connection to the database; workflows go on elsewhere. */
  readonly close: () => Promise<void>
}

/** The workflow that moves a row now, and the one before it. Each one names its successor. */
interface Chain {
  readonly workflow: string
  readonly before: string | null
}

/** Rows that workers move over DBOS, seen from any process. Rejects when the SDK is missing or the database is away. */
export async function dbosRows({ database_url, on_log }: DbosRowsOptions): Promise<DbosRows> {
  const { DBOSClient } = await loadDbos()
  const client = await DBOSClient.create({
    systemDatabaseUrl: database_url,
    applicationName: APPLICATION,
    logger: loggerOf(on_log),
  })
  const textOf = async (workflow: string, event: string): Promise<string | null> =>
    z
      .string()
      .nullable()
      .parse(await client.getEvent(workflow, event, AT_ONCE))
  const known = new Map<string, Chain>()
  const chainOf = async (name: string): Promise<Chain> => {
    let chain = known.get(name) ?? { workflow: name, before: null }
    for (;;) {
      const { workflow } = chain
      const successor = await textOf(workflow, SUCCESSOR)
      if (successor === null) return chain
      chain = { workflow: successor, before: workflow }
      known.set(name, chain)
    }
  }
  const rows = rowsElsewhere({
    async start(name, input) {
      await client.enqueue(
        { workflowName: ROW, queueName: ROWS, workflowID: name, appVersion: JOURNALS },
        input,
      )
    },
    async wake(name) {
      let told: string | null = null
      // Its successor may have begun before the news came.
      for (let { workflow } = await chainOf(name); told !== workflow; { workflow } = await chainOf(name)) {
        if ((await client.getWorkflow(workflow)) === undefined) return
        await client.send(workflow, "wake", NEWS)
        told = workflow
      }
    },
    async rest(name) {
      const { workflow, before } = await chainOf(name)
      const rest: unknown = await client.getEvent(workflow, REST, AT_ONCE)
      return rest === null && before !== null ? client.getEvent(before, REST, AT_ONCE) : rest
    },
    async cancel({ repository, ...row }, reason) {
      const workflow = { workflowName: CANCEL, queueName: REPOSITORIES, queuePartitionKey: repository }
      const cancelled = await client.enqueue({ ...workflow, appVersion: JOURNALS }, row, reason)
      await cancelled.getResult({ pollingIntervalMs: 100 })
    },
    async interrupt(name) {
      const turn = await textOf((await chainOf(name)).workflow, AT_WORK)
      if (turn !== null) await client.cancelWorkflow(turn)
    },
  })
  return { ...rows, close: async () => client.destroy() }
}

const AT_ONCE = { timeoutSeconds: 0 }
