import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import pg from "pg"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { engineSuite, type OpensEngine } from "../engines/engine_suite.fixture.ts"
import { orderTurns } from "../engines/order_turns.fixture.ts"
import { orderKind } from "../orders_kind.fixture.ts"
import { runEngineSuite } from "../pipeline/run/run_engine_suite.fixture.ts"
import { openJobStore } from "../store/open_store.ts"
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

  test("takes over the turn of a worker that nobody heard of", async () => {
    const folder = await mkdtemp(join(tmpdir(), "proofloop engines "))
    const store = await openJobStore(join(folder, "jobs.db"), orderKind)
    const { rows, close } = await open([orderTurns(store, {})], { look_every_ms: 3_600_000 })
    onTestFinished(async () => {
      await close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    const row = { kind: "order", row_id: "or-nobody", repository: "nobody" }
    const name = "order/or-nobody #1"
    const client = new pg.Client({ connectionString: server?.url() ?? "" })
    await client.connect()
    const { rows: table } = await client.query(
      "SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'workflow_status'",
    )
    const status = `"${table[0]?.schema}".workflow_status`
    // As if a worker had taken the turn and was killed before it noted that it lives.
    await client.query(
      `CREATE FUNCTION pg_temp.lose() RETURNS trigger AS $$ BEGIN NEW.status := 'PENDING'; NEW.executor_id := 'nobody'; RETURN NEW; END $$ LANGUAGE plpgsql`,
    )
    await store.add({ id: row.row_id, what: "a chair" })
    await client.query(
      `CREATE TRIGGER lose BEFORE INSERT ON ${status} FOR EACH ROW WHEN (NEW.workflow_uuid = '${name}') EXECUTE FUNCTION pg_temp.lose()`,
    )
    await rows.start(row)
    await client.query(`DROP TRIGGER lose ON ${status}`)
    const { rows: begun } = await client.query(
      `SELECT executor_id FROM ${status} WHERE workflow_uuid = '${name}'`,
    )
    expect(begun).toEqual([{ executor_id: "nobody" }])
    await client.end()
    await expect
      .poll(async () => rows.restOf(row), { timeout: 30_000 })
      .toMatchObject({ state: "sent", is_over: true })
  })
})
