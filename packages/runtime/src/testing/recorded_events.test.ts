import { expect, test } from "vitest"
import { recordEvents } from "./recorded_events.ts"

type Event =
  | { readonly type: "started" }
  | { readonly type: "turn"; readonly iteration: number }
  | { readonly type: "ended"; readonly status: string }

async function* run(...more: Event[]): AsyncGenerator<Event> {
  yield { type: "started" }
  yield* more
}

test("collects events, and finds them by type", async () => {
  const events = await recordEvents(
    run({ type: "turn", iteration: 1 }, { type: "turn", iteration: 2 }, { type: "ended", status: "done" }),
  )
  expect(events.types()).toEqual(["started", "turn", "turn", "ended"])
  expect(events.of("turn").map((event) => event.iteration)).toEqual([1, 2])
  expect(events.of("ended")).toEqual([{ type: "ended", status: "done" }])
  expect(Array.isArray(events)).toBe(true)
  expect(events).toHaveLength(4)
  expect(events.at(-1)).toEqual({ type: "ended", status: "done" })
})

test("takes a run as well as its events", async () => {
  expect((await recordEvents({ events: run() })).types()).toEqual(["started"])
})

test("rejects as the events do, and when there are too many", async () => {
  async function* broken(): AsyncGenerator<Event> {
    yield { type: "started" }
    throw new Error("broken")
  }
  await expect(recordEvents(broken())).rejects.toThrow("broken")
  const two = run({ type: "turn", iteration: 1 })
  await expect(recordEvents(two, { max_events: 1 })).rejects.toThrow("more than 1 events")
  expect(await two.next()).toEqual({ done: true, value: undefined })
})
