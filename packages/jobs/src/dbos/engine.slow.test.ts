import { thrownMessage } from "@proofloop/foundation/errors"
import { afterAll, describe } from "vitest"
import { engineSuite, type OpensEngine } from "../engines/engine_suite.fixture.ts"
import { runEngineSuite } from "../pipeline/run/run_engine_suite.fixture.ts"
import { startServer } from "../store/postgres/server.fixture.ts"
import { workRows } from "./work_rows.ts"

const server = await startServer().catch((error: unknown) => {
  process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${thrownMessage(error)}\n`)
  return null
})
afterAll(async () => server?.remove())

describe.skipIf(server === null)("a real Postgres (needs Postgres)", () => {
  const open: OpensEngine = async (turns, options) => {
    const rows = await workRows({ turns, database_url: server?.url() ?? "", ...options, poll_ms: 50 })
    return { rows, close: rows.close }
  }
  engineSuite("DBOS", open)
  runEngineSuite("DBOS", open)
})
