import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openJobStore } from "@proofloop/jobs"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { type OrderSteps, orderTurns, to } from "../../jobs/src/engines/order_turns.fixture.ts"
import { orderKind } from "../../jobs/src/orders_kind.fixture.ts"
import { registerWorker, restateRows } from "./restate_rows.ts"
import { type RestateServer, restateProgram, restateServer } from "./restate_server.fixture.ts"
import { serveRows } from "./serve_rows.ts"

const program = restateProgram()
const POLL = { timeout: 120_000, interval: 50 }

describe.skipIf(program === null)("a row on a real server", () => {
  let server: RestateServer
  beforeAll(async () => {
    server = await restateServer(program ?? "")
  })
  afterAll(async () => server.remove())

  async function place(steps: OrderSteps = {}) {
    const folder = await mkdtemp(join(tmpdir(), "proofloop restate "))
    const store = await openJobStore(join(folder, "jobs.db"), orderKind)
    const worker = await serveRows({ turns: [orderTurns(store, steps)], port: 0 })
    onTestFinished(async () => {
      await worker.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    await registerWorker({ admin: server.admin, url: worker.url })
    return { store, rows: restateRows({ ingress: server.ingress }) }
  }

  /** Rows of what Restate tells of its invocations. */
  async function invocations(where: string): Promise<readonly Record<string, unknown>[]> {
    const query = `SELECT target, status, journal_size FROM sys_invocation WHERE ${where}`
    const headers = { "content-type": "application/json", accept: "application/json" }
    const answer = await fetch(`${server.admin}/query`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query }),
    })
    return ((await answer.json()) as { readonly rows: readonly Record<string, unknown>[] }).rows
  }

  test("a row of many pauses goes on in a successor, and its first workflow keeps a bounded journal", async () => {
    let looks = 0
    const { store, rows } = await place({
      async pack(row, context) {
        looks += 1
        if (looks > 150) return to("packed")(row, context)
        const look_at = new Date().toISOString()
        return { row, next: "wait", wait: { for: "stock", look_at, deadline: null } }
      },
    })
    await store.add({ id: "or-1", what: "a chair" })
    const row = { kind: "order", row_id: "or-1", repository: "shop" }
    await rows.start(row)
    await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ state: "sent", is_over: true })
    const workflows = await invocations("target_service_name = 'proofloop_row'")
    expect(workflows.map(({ target }) => String(target)).toSorted()).toEqual([
      "proofloop_row/order/or-1/1/run",
      "proofloop_row/order/or-1/run",
    ])
    for (const { journal_size } of workflows) expect(journal_size).toBeLessThan(1500)
    expect(looks).toBe(151)
  })

  test("a second workflow of a row replaces the first one", async () => {
    let is_here = false
    const { store, rows } = await place({
      async pack(row, context) {
        if (is_here) return to("packed")(row, context)
        return { row, next: "wait", wait: { for: "stock", look_at: null, deadline: null } }
      },
    })
    await store.add({ id: "or-2", what: "a table" })
    const row = { kind: "order", row_id: "or-2", repository: "shop" }
    await rows.start(row)
    await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ waits_for: "stock" })
    const second = { journal_version: 1, ...row }
    await fetch(`${server.ingress}/proofloop_row/other/run/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(second),
    })
    const ended = "target = 'proofloop_row/order/or-2/run' AND status = 'completed'"
    await expect.poll(async () => invocations(ended), POLL).toHaveLength(1)
    is_here = true
    await rows.wake(row)
    await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ state: "sent", is_over: true })
  })

  test("a workflow of another release is refused in words", async () => {
    await place()
    const answer = await fetch(`${server.ingress}/proofloop_row/old/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ journal_version: 0, kind: "order", row_id: "or-3", repository: "shop" }),
    })
    expect(await answer.json()).toMatchObject({
      code: 409,
      message: expect.stringContaining(
        "order or-3 has a journal of version 0, and this release reads version 1",
      ),
    })
  })
})
