import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { EnvironmentFault } from "../drive/fault.ts"
import type { Rest } from "../drive/turn.ts"
import { orderKind, type OrderStore } from "../orders_kind.fixture.ts"
import { openJobStore } from "../store/open_store.ts"
import { StoreError } from "../store/store_error.ts"
import { type OrderRun, type OrderSteps, orderTurns, to } from "./order_turns.fixture.ts"
import type { RowEngine, RowPlace, RowTurns } from "./row_engine.ts"

/** An engine with a worker of its own. */
export interface OpenEngine {
  readonly rows: RowEngine
  readonly close: () => Promise<void>
}

export type OpensEngine = (
  turns: readonly RowTurns[],
  options: {
    readonly look_every_ms: number
    readonly most_turns?: number
    readonly starts_a_minute?: number
  },
) => Promise<OpenEngine>

const HOUR_MS = 3_600_000
const NEVER = null

/** What every engine promises of rows, shown with orders. */
export function engineSuite(name: string, open: OpensEngine): void {
  async function place(
    steps: OrderSteps = {},
    look_every_ms = HOUR_MS,
    limit: { readonly most_turns?: number; readonly starts_a_minute?: number } = {},
  ) {
    const folder = await mkdtemp(join(tmpdir(), "proofloop engines "))
    const store = await openJobStore(join(folder, "jobs.db"), orderKind)
    const { rows, close } = await open([orderTurns(store, steps)], { look_every_ms, ...limit })
    onTestFinished(async () => {
      await close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    const begin = async (repository: string = randomUUID()): Promise<RowPlace> => {
      const row = { kind: "order", row_id: `or-${randomUUID()}`, repository }
      await store.add({ id: row.row_id, what: "a chair" })
      await rows.start(row)
      return row
    }
    return { store, rows, begin }
  }

  describe(`an engine: ${name}`, () => {
    test("moves a row to its end, and each step leaves its product and its note once", async () => {
      const { store, rows, begin } = await place()
      const row = await begin()
      await rows.start(row)
      await expectRest(rows, row, { state: "sent", is_over: true })
      await rows.start(row)
      await rows.wake(row)
      expect((await store.get(row.row_id)).work).toEqual({ label: `${row.row_id}/label/1` })
      expect(await notesOf(store, row)).toEqual(SENT)
      expect(await store.check()).toMatchObject({ rows: 1 })
      expect(await store.claim(["sent"], { id: row.row_id })).not.toBeNull()
    })

    test("leaves a row that waits for news until it is woken", async () => {
      const stock = awaited("packed", NEVER)
      const { store, rows, begin } = await place({ pack: stock.run })
      const row = await begin()
      await expectRest(rows, row, { state: "new", waits_for: "stock", look_at: null })
      stock.arrive()
      await rows.wake(row)
      await expectRest(rows, row, { state: "sent" })
      expect(stock.looks()).toBe(2)
      expect(await notesOf(store, row)).toEqual(SENT)
    })

    test("loses no news that come during a turn", async () => {
      const [begun, news] = [gate(), gate()]
      const stock = awaited("packed", NEVER)
      const pack: OrderRun = async (...asked) => {
        const outcome = await stock.run(...asked)
        begun.open()
        await news.opened
        return outcome
      }
      const { rows, begin } = await place({ pack })
      const row = await begin()
      await begun.opened
      stock.arrive()
      await rows.wake(row)
      news.open()
      await expectRest(rows, row, { state: "sent" })
    })

    test("looks again when the time of a wait has come", async () => {
      const stock = awaited("packed", 300)
      const { store, rows, begin } = await place({ pack: stock.run })
      const row = await begin()
      await expect.poll(stock.looks, POLL).toBeGreaterThan(1)
      stock.arrive()
      await expectRest(rows, row, { state: "sent" })
      expect(await notesOf(store, row)).toEqual(SENT)
    })

    test("begins as many turns of a repository in a minute as it may, and those of others", async () => {
      const stock = awaited("packed", 50)
      const { rows, begin } = await place({ pack: stock.run }, HOUR_MS, { starts_a_minute: 2 })
      const row = await begin("shop")
      await expect.poll(stock.looks, POLL).toBe(2)
      const other = await begin("another shop")
      await expectRest(rows, other, { waits_for: "stock" })
      await pause(500)
      expect(stock.looks()).toBeLessThan(5)
      await expectRest(rows, row, { waits_for: "stock" })
    })

    test("finds an answer that was given in the store alone", async () => {
      const stock = awaited("packed", NEVER)
      const { rows, begin } = await place({ pack: stock.run }, 300)
      const row = await begin()
      await expectRest(rows, row, { waits_for: "stock" })
      stock.arrive()
      await expectRest(rows, row, { state: "sent" })
    })

    test("waits for a missing service as long as it asks, and counts no attempt", async () => {
      const tries: string[] = []
      const pack: OrderRun = async (row, context) => {
        tries.push(context.key)
        if (tries.length > 2) return to("packed")(row, context)
        throw new EnvironmentFault("runner", "no room", { retry_after_ms: 200 })
      }
      const { store, rows, begin } = await place({ pack })
      const row = await begin()
      await expectRest(rows, row, { state: "sent" })
      expect(tries).toHaveLength(3)
      expect(await notesOf(store, row)).toEqual(SENT)
    })

    test("repeats a failed try, and leaves a row that failed for good to a person", async () => {
      let failures = 0
      const pack: OrderRun = async () => {
        failures += 1
        throw new Error("no box fits")
      }
      const { store, rows, begin } = await place({ pack }, 300)
      const row = await begin()
      await expectRest(rows, row, { state: "failed", is_over: false, waits_for: "retry", look_at: null })
      expect(failures).toBe(3)
      const tried = (attempts: number) => JSON.stringify({ attempts, error: "no box fits", step: "pack" })
      expect(await notesOf(store, row)).toEqual([
        "-",
        `- ${tried(1)}`,
        `- ${tried(2)}`,
        `new → failed ${tried(3)}`,
      ])
      await rows.cancel(row, "nobody wants it")
      await expectRest(rows, row, { state: "cancelled", is_over: true })
      await rows.cancel(row, "nobody wants it")
    })

    test("takes a turn again that the store interrupted", async () => {
      let is_away = true
      const pack: OrderRun = async (...asked) => {
        if (!is_away) return to("packed")(...asked)
        is_away = false
        throw new StoreError("busy", "the store is locked")
      }
      const { store, rows, begin } = await place({ pack })
      const row = await begin()
      await expectRest(rows, row, { state: "sent" })
      expect(await notesOf(store, row)).toEqual(SENT)
    })

    test("cancels a row in the middle of a step", async () => {
      const begun = gate()
      const pack: OrderRun = async (_, { signal }) => {
        begun.open()
        await pause(HOUR_MS, undefined, { signal })
        throw new Error("an hour has passed")
      }
      const { store, rows, begin } = await place({ pack })
      const row = await begin()
      await begun.opened
      await rows.cancel(row, "too late")
      await expectRest(rows, row, { state: "cancelled", is_over: true })
      expect(await notesOf(store, row)).toEqual(["-", CANCELLED])
    })

    test("cancels a row whose turn waits for that of another row", async () => {
      const [begun, free] = [gate(), gate()]
      const pack: OrderRun = async (row, context) => {
        if (row.id !== first.row_id) await pause(HOUR_MS, undefined, { signal: context.signal })
        begun.open()
        await free.opened
        return to("packed")(row, context)
      }
      const { rows, begin } = await place({ pack })
      const first = await begin("shop")
      await begun.opened
      const second = await begin("shop")
      const cancelled = rows.cancel(second, "too late")
      free.open()
      await cancelled
      await expectRest(rows, second, { state: "cancelled", is_over: true })
      await expectRest(rows, first, { state: "sent" })
    })

    test("runs one turn of a repository at a time, and those of others meanwhile", async () => {
      const at_work = new Set<string>()
      const met: string[] = []
      const both = gate()
      const pack: OrderRun = async (row, context) => {
        for (const other of at_work) met.push([row.id, other].toSorted().join(" "))
        at_work.add(row.id)
        if (met.length > 0) both.open()
        await Promise.race([both.opened, pause(20_000)])
        at_work.delete(row.id)
        return to("packed")(row, context)
      }
      const { rows, begin } = await place({ pack })
      const first = await begin("shop")
      const second = await begin("shop")
      const other = await begin()
      for (const row of [first, second, other]) await expectRest(rows, row, { state: "sent" })
      expect(met.length).toBeGreaterThan(0)
      expect(met).not.toContain([first.row_id, second.row_id].toSorted().join(" "))
    })

    test("runs no more turns at a time than it is told, and cancels one that waits for another", async () => {
      const [begun, free] = [gate(), gate()]
      let [at_work, most] = [0, 0]
      const pack: OrderRun = async (row, context) => {
        at_work += 1
        most = Math.max(most, at_work)
        begun.open()
        await free.opened
        at_work -= 1
        return to("packed")(row, context)
      }
      const { rows, begin, store } = await place({ pack }, HOUR_MS, { most_turns: 1 })
      const first = await begin()
      await begun.opened
      const [second, third] = [await begin(), await begin()]
      await rows.cancel(second, "too late")
      expect(await store.get(second.row_id)).toMatchObject({ state: "cancelled" })
      free.open()
      await expectRest(rows, second, { state: "cancelled", is_over: true })
      for (const row of [first, third]) await expectRest(rows, row, { state: "sent" })
      expect(most).toBe(1)
    })

    test("knows nothing of a row that was not started, and refuses to cancel what the store does not have", async () => {
      const { rows } = await place()
      const row = { kind: "order", row_id: "or-none", repository: "shop" }
      expect(await rows.restOf(row)).toBeNull()
      await rows.wake(row)
      await expect(rows.cancel(row, "too late")).rejects.toThrow("or-none")
    })
  })
}

const SENT = ["-", 'new → packed {"step":"packed"}', '- {"step":"label"}', 'packed → sent {"step":"sent"}']
const CANCELLED = 'new → cancelled {"cancel":true,"reason":"too late"}'
const POLL = { timeout: 60_000, interval: 25 }

async function expectRest(rows: RowEngine, row: RowPlace, like: Partial<Rest>): Promise<void> {
  await expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ row_id: row.row_id, ...like })
}

/** Without their times. */
async function notesOf(store: OrderStore, { row_id }: RowPlace): Promise<readonly string[]> {
  const notes = await store.notes(row_id)
  return notes.map(({ transition, note }, at) =>
    at === 0 ? "-" : `${transition ?? "-"} ${JSON.stringify(note)}`,
  )
}

function gate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** A step that waits for stock, and is looked at again after `look_ms`; null: only news tell it. */
function awaited(state: "packed" | "sent", look_ms: number | null) {
  let [looks, is_here] = [0, false]
  const run: OrderRun = async (row, context) => {
    looks += 1
    if (is_here) return to(state)(row, context)
    const look_at = look_ms === null ? null : new Date(Date.now() + look_ms).toISOString()
    return { row, next: "wait", wait: { for: "stock", look_at, deadline: null } }
  }
  return { run, looks: () => looks, arrive: () => void (is_here = true) }
}
