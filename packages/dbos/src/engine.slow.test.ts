import { thrownMessage } from "@proofloop/foundation/errors"
import { afterAll, describe } from "vitest"
import { engineSuite } from "../../jobs/src/engines/engine_suite.fixture.ts"
import { dbosRows } from "./dbos_rows.ts"
import { startServer } from "./postgres_server.fixture.ts"
import { workRows } from "./work_rows.ts"

const server = await startServer().catch((error: unknown) => {
  process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${thrownMessage(error)}\n`)
  return null
})
afterAll(async () => server?.remove())

describe.skipIf(server === null)("a real Postgres", () => {
  engineSuite("DBOS", async (turns, { look_every_ms }) => {
    const database_url = (server?.url() ?? "").replace("@/", "@localhost/")
    const worker = await workRows({ turns, database_url, look_every_ms, poll_ms: 50 })
    const rows = await dbosRows({ database_url })
    const close = async () => {
      await rows.close()
      await worker.close()
    }
    return { rows, close }
  })
})
