import { DBOSClient } from "@dbos-inc/dbos-sdk"
import { thrownMessage } from "@proofloop/foundation/errors"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { engineSuite, type OpensEngine } from "../../jobs/src/engines/engine_suite.fixture.ts"
import { startServer } from "../../jobs/src/store/postgres/server.fixture.ts"
import { runEngineSuite } from "../../pipeline/src/run/run_engine_suite.fixture.ts"
import { dbosRows } from "./dbos_rows.ts"
import { APPLICATION, JOURNALS, ROW, ROWS } from "./names.ts"
import { workRows } from "./work_rows.ts"

const server = await startServer().catch((error: unknown) => {
  process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${thrownMessage(error)}\n`)
  return null
})
afterAll(async () => server?.remove())

describe.skipIf(server === null)("a real Postgres (needs Postgres)", () => {
  test("a workflow of another release is refused in words", async () => {
    const database_url = (server?.url() ?? "").replace("@/", "@localhost/")
    const worker = await workRows({ turns: [], database_url, poll_ms: 50 })
    const client = await DBOSClient.create({ systemDatabaseUrl: database_url, applicationName: APPLICATION })
    onTestFinished(async () => {
      await client.destroy()
      await worker.close()
    })
    const old = await client.enqueue(
      { workflowName: ROW, queueName: ROWS, appVersion: JOURNALS },
      { journal_version: 0, kind: "order", row_id: "or-1", repository: "shop" },
    )
    await expect(old.getResult()).rejects.toThrow(
      "order or-1 has a journal of version 0, and this release reads",
    )
  })

  const open: OpensEngine = async (turns, options) => {
    const database_url = (server?.url() ?? "").replace("@/", "@localhost/")
    const worker = await workRows({ turns, database_url, ...options, poll_ms: 50 })
    const rows = await dbosRows({ database_url })
    const close = async () => {
      await rows.close()
      await worker.close()
    }
    return { rows, close }
  }
  engineSuite("DBOS", open)
  runEngineSuite("DBOS", open)
})
