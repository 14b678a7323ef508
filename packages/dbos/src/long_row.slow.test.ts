import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DBOSClient } from "@dbos-inc/dbos-sdk"
import { thrownMessage } from "@proofloop/foundation/errors"
import { openJobStore } from "@proofloop/jobs"
import pg from "pg"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { type OrderRun, orderTurns, to } from "../../jobs/src/engines/order_turns.fixture.ts"
import { orderKind } from "../../jobs/src/orders_kind.fixture.ts"
import { startServer } from "../../jobs/src/store/postgres/server.fixture.ts"
import { dbosRows } from "./dbos_rows.ts"
import { APPLICATION } from "./names.ts"
import { workRows } from "./work_rows.ts"

const server = await startServer().catch((error: unknown) => {
  process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${thrownMessage(error)}\n`)
  return null
})
afterAll(async () => server?.remove())

const LOOKS = 110
const POLL = { timeout: 150_000, interval: 50 }

describe.skipIf(server === null)("a row on a real Postgres (needs Postgres)", () => {
  test("a row of many pauses goes on in a successor, and its first workflow keeps a bounded journal", async () => {
    const database_url = (server?.url() ?? "").replace("@/", "@localhost/")
    const folder = await mkdtemp(join(tmpdir(), "proofloop dbos "))
    const store = await openJobStore(join(folder, "jobs.db"), orderKind)
    let looks = 0
    const pack: OrderRun = async (row, context) => {
      looks += 1
      if (looks > LOOKS + 1) return to("packed")(row, context)
      const look_at = looks > LOOKS ? null : new Date().toISOString()
      return { row, next: "wait", wait: { for: "stock", look_at, deadline: null } }
    }
    const work = { turns: [orderTurns(store, { pack })], database_url, poll_ms: 20 }
    let worker = await workRows(work)
    const rows = await dbosRows({ database_url })
    const client = await DBOSClient.create({ systemDatabaseUrl: database_url, applicationName: APPLICATION })
    const pool = new pg.Pool({ connectionString: database_url, max: 1 })
    onTestFinished(async () => {
      await pool.end()
      await client.destroy()
      await rows.close()
      await worker.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    await store.add({ id: "or-1", what: "a chair" })
    const row = { kind: "order", row_id: "or-1", repository: "shop" }
    await rows.start(row)
    await expect.poll(() => looks, POLL).toBe(LOOKS + 1)
    await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ waits_for: "stock", look_at: null })

    const workflows = await client.listWorkflows({ loadInput: false, loadOutput: false })
    const states = new Map(workflows.map(({ workflowID, status }) => [workflowID, status]))
    expect(states.get("order/or-1")).toBe("SUCCESS")
    expect(states.get("order/or-1 1")).toBe("PENDING")
    // The turns of the first one are gone.
    const turns = [...states.keys()].filter((id) => id.includes("turn"))
    expect(turns.every((id) => id.startsWith("order/or-1 1 turn "))).toBe(true)
    expect(turns).toHaveLength(LOOKS + 1 - 100)
    const kept = await pool.query<{ count: string }>(
      "SELECT count(*) FROM dbos.operation_outputs WHERE workflow_uuid = 'order/or-1'",
    )
    expect(Number(kept.rows[0]?.count)).toBeLessThan(1200)

    // A worker that takes it over reads the successor alone.
    await worker.close()
    worker = await workRows({ ...work, lost_after_ms: 1000 })
    const other = await dbosRows({ database_url })
    onTestFinished(other.close)
    expect(await other.restOf(row)).toMatchObject({ waits_for: "stock" })
    await other.start(row)
    await other.wake(row)
    await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ state: "sent", is_over: true })
    expect(looks).toBe(LOOKS + 2)
  })
})
