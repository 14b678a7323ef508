import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { EnvironmentFault } from "../drive/fault.ts"
import { jobOf, ownSteps, type StepName } from "../drive/order_job.fixture.ts"
import { startPass } from "../drive/queue.ts"
import { orders } from "../orders.fixture.ts"
import type { OrderStore, OrderTypes } from "../orders_kind.fixture.ts"
import { carrierOf } from "./carrier.ts"
import { localRows } from "./local_rows.ts"
import type { OpensRows } from "./row_engine.ts"

describe.each([
  ["in this process", undefined],
  ["over an engine", localRows],
])("a pass %s", (_, engineOf: OpensRows | undefined) => {
  const passOf = (
    job: ReturnType<typeof jobOf>,
    repository?: string,
    signal = new AbortController().signal,
  ) => {
    const carrier = carrierOf<OrderTypes, StepName, OrderStore>(job, {
      engine: engineOf,
      signal,
      repositoryOf: () => "shop",
    })
    onTestFinished(carrier.close)
    return startPass(job, { carrier, signal, limit: Infinity, repository })
  }

  it("drives every row once, oldest first, and holds none of them afterwards", async () => {
    const { store } = await orders()
    const ids = Array.from({ length: 20 }, (_, index) => `or-${index}`)
    for (const id of ids) await store.add({ id, what: "a chair" })
    const pass = passOf(jobOf(store))
    await pass.all(["new"], true)
    await pass.all(["new", "packed", "sent"], false)
    expect(pass.results.map(({ id, from, row }) => [id, from, row?.state])).toEqual(
      ids.map((id) => [id, "new", "sent"]),
    )
    expect(await store.claim(["sent"])).not.toBeNull()
  })

  it("is not held up by a row that what it needs always turns away", async () => {
    const { store, skip } = await orders()
    for (const id of ["or-1", "or-2", "or-3"]) await store.add({ id, what: "a chair" })
    const job = jobOf(store, {
      label: async (order, context) => {
        if (order.id === "or-1") throw new EnvironmentFault("model", "HTTP 401")
        return ownSteps.label.run(order, context)
      },
    })
    const states = async () => {
      const pass = passOf(job)
      await pass.all(["new", "packed"], true)
      skip(60_000)
      return Promise.all(["or-1", "or-2", "or-3"].map(async (id) => (await store.get(id)).state))
    }
    expect(await states()).toEqual(["packed", "packed", "packed"])
    expect(await states()).toEqual(["packed", "sent", "sent"])
    expect(await store.breakers()).toMatchObject([{ name: "model for or-1", tries: 1 }])
    await store.add({ id: "or-4", what: "a chair" })
    await states()
    expect(await store.breakers()).toMatchObject([{ name: "model for or-1", reason: "HTTP 401" }])
    expect(await store.get("or-4")).toMatchObject({ state: "sent" })
  })

  it("says of a row of another repository where it belongs", async () => {
    const { store } = await orders()
    await store.add({ id: "or-1", what: "a chair" })
    await store.change("or-1", { place: { forge: "local", repository: "r-2", base: "next" }, note: {} })
    const pass = passOf(jobOf(store), "r-1")
    await expect(pass.one("or-1", ["new"])).rejects.toThrow("order of r-1; this one belongs to r-2")
    await pass.all(["new"], true)
    expect(pass.results).toEqual([])
  })

  it("ends a row that is stopped in the middle, counts no attempt, and leaves the others alone", async () => {
    const { store } = await orders()
    for (const id of ["or-1", "or-2"]) await store.add({ id, what: "a chair" })
    const stop = new AbortController()
    const job = jobOf(store, {
      label: async (_, { signal }) => {
        stop.abort(new Error("enough"))
        signal.throwIfAborted()
        throw new Error("it goes on")
      },
    })
    const pass = passOf(job, undefined, stop.signal)
    await pass.all(["new"], true)
    const [or1, ...others] = pass.results
    expect(or1).toMatchObject({ id: "or-1", from: "new", to: "packed", error: null, row: { attempts: 0 } })
    expect(others).toEqual([])
    expect(await store.get("or-2")).toMatchObject({ state: "new" })
    await expect.poll(async () => store.holder("or-1")).toBeNull()
  })

  it("waits for a step that still ends after the stop", { timeout: 5000 }, async () => {
    const { store } = await orders()
    await store.add({ id: "or-1", what: "a chair" })
    const stop = new AbortController()
    let has_ended = false
    const job = jobOf(store, {
      label: async (_, { signal }) => {
        stop.abort(new Error("enough"))
        await pause(50)
        has_ended = true
        signal.throwIfAborted()
        throw new Error("it goes on")
      },
    })
    const pass = passOf(job, undefined, stop.signal)
    await pass.all(["new"], true)
    expect(has_ended).toBe(true)
    expect(pass.results).toMatchObject([{ id: "or-1", to: "packed", error: null }])
  })

  it("tells of a row that throws what the row does not record, and goes on with the next one", async () => {
    const { store } = await orders()
    for (const id of ["or-1", "or-2"]) await store.add({ id, what: "a chair" })
    const job = {
      ...jobOf(store),
      on_step: (_: string, at: string, id: string) => {
        if (at === "before" && id === "or-1") throw new Error("the host's own trouble")
      },
    }
    const pass = passOf(job)
    await pass.all(["new"], true)
    expect(pass.results).toMatchObject([
      { id: "or-1", to: "new", error: "the host's own trouble" },
      { id: "or-2", to: "sent", error: null },
    ])
  })
})
