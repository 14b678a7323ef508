import { describe, expect, it } from "vitest"
import { ForgeError } from "../forge/forge_error.ts"
import { orders } from "../orders.fixture.ts"
import { type OrderStore, orderTable } from "../orders_kind.fixture.ts"
import { drive } from "./drive.ts"
import { EnvironmentFault, faultOf } from "./fault.ts"
import { localEngine } from "./job.ts"
import { Crash, journalEngine, newJournal } from "./journal_engine.fixture.ts"
import { jobOf, type OrderStep, ownSteps } from "./order_job.fixture.ts"
import { driveTurn, restOf } from "./turn.ts"

/** The parts of a fault that decide, without the error that may carry them. */
function faultsOf(error: unknown) {
  const fault = faultOf(error)
  return fault === null ? {} : { environment: fault.environment, retry_after_ms: fault.retry_after_ms }
}

const engine = () => localEngine(new AbortController().signal)

describe("a drive", () => {
  it("takes the due steps one after the other, each under its own key", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const job = jobOf(store)
    const done = await drive(row, job, engine())
    expect(done).toMatchObject({ next: "on", steps: ["pack", "label", "send"], thrown: null })
    expect(done.row).toMatchObject({ state: "sent", work: { label: "or-1/label/1" } })
    expect(job.events).toEqual(["packed"])
  })

  it("is gone through again by a durable engine without doing anything twice", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const journal = newJournal()
    const done = await drive(row, jobOf(store), journalEngine(journal))
    expect(journal.ran).toEqual(["or-1/pack/0", "or-1/label/1", "or-1/send/2"])
    expect(await drive(row, jobOf(store), journalEngine(journal))).toEqual(done)
    expect(journal.ran).toHaveLength(3)
  })

  it("goes on from the row's present state when the engine did not come to record a change", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const journal = newJournal()
    const crashed = await drive(row, jobOf(store), journalEngine(journal, { crash_after: 2 }))
    expect(crashed).toMatchObject({ thrown: expect.any(Crash), steps: ["pack", "label"] })
    const done = await drive(row, jobOf(store), journalEngine(journal))
    expect(done.row).toMatchObject({ state: "sent", work: { label: "or-1/label/1" } })
    expect((await store.notes("or-1")).map(({ transition }) => transition)).toHaveLength(4)
  })

  it("leaves a row that waits to a later drive, and notes what it waits for", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const wait = { for: "stock", look_at: "2026-01-01T00:01:00.000Z", deadline: null }
    const job = jobOf(store, { pack: async (order) => ({ row: order, next: "wait", wait }) })
    expect(await drive(row, job, engine())).toMatchObject({ next: "wait", wait, steps: ["pack"] })
    expect((await store.waits()).get("or-1")).toMatchObject(wait)
  })

  it("suspends the row for what is away, untried and uncounted, and goes on when it is back", async () => {
    const { store, skip } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    let is_away = true
    const job = jobOf(store, {
      label: async (order, context) => {
        if (is_away) throw new EnvironmentFault("model", "HTTP 503")
        return ownSteps.label.run(order, context)
      },
    })
    const met = await drive(row, job, engine())
    expect(met).toMatchObject({ next: "suspended", steps: ["pack", "label"], suspended: { name: "model" } })
    const again = await drive(met.row, job, engine())
    expect(again).toMatchObject({ next: "suspended", steps: [], row: { attempts: 0, error: null } })
    is_away = false
    skip(60_000)
    expect(await drive(met.row, job, engine())).toMatchObject({ steps: ["label", "send"] })
    expect(await store.breakers()).toEqual([])
  })

  it("counts a doubtful fault, and fails the row in the end while its breaker stays open", async () => {
    const { store, skip } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const thrown = new EnvironmentFault("model", "it says so")
    const label = () => Promise.reject(thrown)
    const fault = { environment: "model", retry_after_ms: null, is_doubtful: true } as const
    const doubtful = { ...jobOf(store, { label }), faultOf: () => fault }
    const first = await drive(row, doubtful, engine())
    expect(first).toMatchObject({ next: "suspended", row: { state: "packed", attempts: 1 } })
    skip(60_000)
    const last = await drive(first.row, doubtful, engine())
    const failed = { state: "failed", failed_in: "packed", error: "it says so" }
    expect(last).toMatchObject({ next: "suspended", row: failed, suspended: { tries: 2 } })
    expect(await store.breakers()).toHaveLength(1)
  })

  it("counts what else goes wrong, and fails the row in the end", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const job = jobOf(store, { pack: () => Promise.reject(new Error("no box fits")) })
    const first = await drive(row, job, engine())
    expect(first).toMatchObject({ next: "stop", row: { state: "new", attempts: 1, error: "no box fits" } })
    expect((await drive(first.row, job, engine())).row).toMatchObject({ state: "failed", failed_in: "new" })
  })

  it("counts a step that comes to nothing", async () => {
    const { store } = await orders()
    const row = await store.add({ what: "a chair" })
    const job = jobOf(store, { pack: async (order) => ({ row: order, next: "on" }) })
    expect((await drive(row, job, engine())).row).toMatchObject({ error: "pack came to nothing" })
  })
})

describe("a step in parts", () => {
  const inParts = (store: OrderStore, asked: string[], label: OrderStep["run"]) => {
    const job = jobOf(store)
    const run: OrderStep["run"] = async (row, context) => {
      const one = await context.part("ask", async () => (asked.push("one"), "1"))
      const two = await context.part("ask", async () => (asked.push("two"), "2"))
      return label(row, { ...context, key: `${one}${two}` })
    }
    return { ...job, steps: { ...job.steps, label: { ...job.steps.label, in_parts: true, run } } }
  }

  it("has each part kept, and a crash between two of them repeats none", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const [journal, asked] = [newJournal(), [] as string[]]
    const job = inParts(store, asked, async ({ id }, { key, part }) => ({
      row: await part("write", async () => store.change(id, { work: { label: key }, note: {} })),
      next: "on",
    }))
    const first = await drive(row, job, journalEngine(journal, { crash_after: 4 }))
    expect(first.thrown).toBeInstanceOf(Crash)
    expect(asked).toEqual(["one", "two"])
    const done = await drive(row, job, journalEngine(journal))
    expect(done).toMatchObject({ thrown: null, row: { state: "sent", work: { label: "12" } } })
    expect(asked).toEqual(["one", "two", "two"])
    expect(journal.records.map(({ key }) => key)).toEqual([
      "or-1/pack/0",
      "or-1/label/1/begin",
      "or-1/label/1/ask",
      "or-1/label/1/ask.2",
      "or-1/label/1/write",
      "or-1/label/1/end",
      "or-1/send/2",
    ])
  })

  it("meets the error of a part again, of the same class, and the row fails as before", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const thrown: Error[] = [
      new ForgeError("HTTP 429", { retryable: true, problem: "limit", retry_after_ms: 5 }),
      new EnvironmentFault("runner", "no sandbox", { retry_after_ms: 7 }),
      Object.assign(new Error("slow down"), { code: "model_error", kind: "rate_limit", retry_after_ms: 9 }),
      Object.assign(new TypeError("odd"), { shape: { deep: true }, size: 3 }),
    ]
    for (const error of thrown) {
      const met: unknown[] = []
      const job = inParts(store, [], async (order, { part }) => {
        await part("fail", () => Promise.reject(error)).catch((again: unknown) => {
          met.push(again)
        })
        return { row: order, next: "wait" }
      })
      const journal = newJournal()
      await drive({ ...row, state: "packed" }, job, journalEngine(journal))
      await drive({ ...row, state: "packed" }, job, journalEngine(journal))
      expect(met).toHaveLength(2)
      for (const again of met) {
        expect(again).toMatchObject({ message: error.message, name: error.name })
        expect(faultsOf(again)).toEqual(faultsOf(error))
      }
    }
  })

  it("ends with an interruption even if the step goes on after it", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const job = inParts(store, [], async (order, { part }) => {
      await part("ask", async () => "3").catch(() => "nothing")
      return { row: order, next: "wait" }
    })
    const done = await drive(
      { ...row, state: "packed" },
      job,
      journalEngine(newJournal(), { crash_after: 4 }),
    )
    expect(done.thrown).toBeInstanceOf(Crash)
    expect((await store.get("or-1")).attempts).toBe(0)
  })
})

describe("a turn", () => {
  it("begins at the row it began at when it is taken again, and a row that has ended is over", async () => {
    const { store } = await orders()
    await store.add({ id: "or-1", what: "a chair" })
    const journal = newJournal()
    const job = jobOf(store)
    await expect(driveTurn("or-1", job, journalEngine(journal, { crash_after: 4 }))).rejects.toThrow(Crash)
    const driven = await driveTurn("or-1", job, journalEngine(journal))
    expect(driven).toMatchObject({ from: "new", row: { state: "sent" } })
    const { row, ...rest } = await driveTurn("or-1", job, journalEngine(newJournal()))
    if (row === null) throw new Error("it is readable")
    expect(restOf({ ...rest, row }, job, 0)).toEqual({
      row_id: "or-1",
      state: "sent",
      is_over: true,
      waits_for: null,
      look_at: null,
    })
    expect(await store.claim(["sent"])).not.toBeNull()
  })

  it("is refused while another open store holds the row", async () => {
    const { store } = await orders()
    await store.add({ id: "or-1", what: "a chair" })
    await store.claim(["new"], { id: "or-1" })
    const turn = driveTurn("or-1", jobOf(store), journalEngine(newJournal()))
    await expect(turn).rejects.toThrow("another process works on order or-1")
  })

  it("says when a row that waits, is suspended, failed a try or failed for good is to be looked at", async () => {
    const { store } = await orders()
    const row = await store.add({ id: "or-1", what: "a chair" })
    const rest = { suspended: null, wait: null, error: null }
    const at = (changed: object, state = row.state) =>
      restOf({ ...rest, ...changed, row: { ...row, state } }, { table: orderTable }, 0)
    const look_at = "2026-01-01T00:01:00.000Z"
    expect(at({ wait: { for: "stock", look_at, deadline: null } })).toMatchObject({
      waits_for: "stock",
      look_at,
    })
    expect(at({ error: "no box fits" })).toMatchObject({ look_at: "1970-01-01T00:00:30.000Z" })
    expect(at({})).toMatchObject({ look_at: "1970-01-01T00:00:00.000Z", is_over: false })
    expect(at({ error: "no box fits" }, "failed")).toMatchObject({ waits_for: "retry", look_at: null })
    const suspended = { environment: "model", name: "m", until: look_at }
    expect(at({ suspended })).toMatchObject({ waits_for: "model m", look_at })
  })
})

describe("a fault", () => {
  const modelError = (kind: string, retry_after_ms: number | null = null) =>
    Object.assign(new Error("m"), { code: "model_error", kind, retry_after_ms })

  it.each([
    [new ForgeError("x", { retryable: false, problem: "credential" }), "forge"],
    [new ForgeError("x", { retryable: false, problem: "hidden" }), "forge"],
    [new ForgeError("x", { retryable: true, problem: "limit" }), "forge"],
    [new ForgeError("x", { retryable: true }), "forge"],
    [modelError("rate_limit"), "model"],
    [modelError("authentication"), "model"],
    [modelError("provider_5xx"), "model"],
    [new EnvironmentFault("budget", "spent"), "budget"],
  ])("%s is of an environment", (thrown, environment) => {
    expect(faultOf(thrown)?.environment).toBe(environment)
  })

  it.each([
    new ForgeError("x", { retryable: false }),
    new ForgeError("x", { retryable: false, problem: "missing" }),
    modelError("invalid_response"),
    modelError("context_window"),
    new Error("x"),
    null,
    "text",
  ])("%s is the row's own", (thrown) => {
    expect(faultOf(thrown)).toBeNull()
  })

  it("says how long it asks to be left alone", () => {
    expect(faultOf(modelError("rate_limit", 7000))).toMatchObject({
      environment: "model",
      retry_after_ms: 7000,
    })
  })

  it.each([
    [modelError("authentication"), true],
    [new ForgeError("x", { retryable: false, problem: "credential" }), true],
    [modelError("rate_limit"), false],
    [new ForgeError("x", { retryable: true, problem: "limit" }), false],
  ])("%s: whether waiting does not help: %j", (thrown, needs_person) => {
    expect(faultOf(thrown)?.needs_person).toBe(needs_person)
  })
})
