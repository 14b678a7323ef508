import { expect, test } from "vitest"
import type { LoopEvent } from "../protocol/event.ts"
import { createEventStream } from "./event_stream.ts"

function event(seq: number): LoopEvent {
  return { run_id: "r", seq, at_ms: 0, iteration: 1, repair_mode: "no_evidence", type: "suspend_requested" }
}

async function read(events: AsyncIterable<LoopEvent>): Promise<readonly (number | string)[]> {
  const seen: (number | string)[] = []
  for await (const each of events)
    seen.push(each.type === "events_dropped" ? `dropped ${each.count}` : each.seq)
  return seen
}

test("every reader gets everything from the start, also one that comes after the end", async () => {
  const stream = createEventStream(10)
  const early = read(stream.events)
  stream.push(event(1))
  await Promise.resolve()
  stream.push(event(2))
  stream.end()
  expect(await early).toEqual([1, 2])
  expect(await read(stream.events)).toEqual([1, 2])
})

test("a reader that leaves does not disturb the others", async () => {
  const stream = createEventStream(10)
  const all = read(stream.events)
  for (const seq of [1, 2]) stream.push(event(seq))
  for await (const first of stream.events) {
    expect(first.seq).toBe(1)
    break
  }
  stream.push(event(3))
  stream.end()
  expect(await all).toEqual([1, 2, 3])
})

test("a reader too far behind is told once how many events it missed", async () => {
  const stream = createEventStream(2)
  for (let seq = 1; seq <= 9; seq += 1) stream.push(event(seq))
  stream.end()
  const seen = await read(stream.events)
  expect(seen[0]).toMatch(/^dropped \d+$/)
  const missed = Number(String(seen[0]).slice("dropped ".length))
  expect(seen.slice(1)).toEqual(Array.from({ length: 9 - missed }, (_unused, index) => missed + index + 1))
  expect(seen.length - 1).toBeGreaterThanOrEqual(2)
})

test("a reader that falls behind again while it is told so misses nothing untold", async () => {
  const stream = createEventStream(2)
  const told: (number | string)[] = []
  for (let seq = 1; seq <= 9; seq += 1) stream.push(event(seq))
  for await (const each of stream.events) {
    told.push(each.type === "events_dropped" ? `dropped ${each.count}` : each.seq)
    if (told.length > 1) continue
    for (let seq = 10; seq <= 20; seq += 1) stream.push(event(seq))
    stream.end()
  }
  const dropped = told.filter((entry) => typeof entry === "string")
  const missed = dropped.reduce((sum, entry) => sum + Number(entry.slice("dropped ".length)), 0)
  expect(dropped.length).toBeGreaterThan(1)
  expect(missed + told.length - dropped.length).toBe(20)
  expect(told.at(-1)).toBe(20)
})
