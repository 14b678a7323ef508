import fc from "fast-check"
import { expect, test } from "vitest"
import { type Lane, nextTurn, type Waiting } from "./next_turn.ts"

const lane = (url: string, changed: Partial<Lane> = {}): [string, Lane] => [
  url,
  { url, cap: 1, active: 0, last_turn: 0, is_held: false, ...changed },
]
const run = (id: string, url: string, changed: Partial<Waiting> = {}): Waiting => ({
  id,
  url,
  due_at: 0,
  has_begun: true,
  order: 0,
  ...changed,
})

test.each([
  ["a run that is not due", run("r", "a", { due_at: 11 }), lane("a")],
  ["a repository at its cap", run("r", "a"), lane("a", { active: 1 })],
  ["a repository that is held", run("r", "a"), lane("a", { is_held: true })],
  ["a run of a repository outside the fleet", run("r", "b"), lane("a")],
])("gives no turn to %s", (_what, waiting, known) => {
  expect(nextTurn([waiting], new Map([known]), 10)).toBe(null)
})

test("finishes what has begun first, then serves the repository that waits longest, then by due time and arrival", () => {
  const lanes = new Map([lane("a", { last_turn: 5 }), lane("b", { last_turn: 3 }), lane("c")])
  const order: string[] = []
  const waiting = new Set([
    run("fresh", "c", { has_begun: false }),
    run("a1", "a", { due_at: 2, order: 2 }),
    run("a2", "a", { due_at: 2, order: 1 }),
    run("a3", "a", { due_at: 1, order: 9 }),
    run("b1", "b"),
  ])
  for (;;) {
    const next = nextTurn(waiting, lanes, 10)
    if (next === null) break
    order.push(next.id)
    waiting.delete(next)
  }
  expect(order).toEqual(["b1", "a3", "a2", "a1", "fresh"])
})

test("repositories that want turns of equal length get as many as each other, but for one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (repositories, slots, duration) => {
        const urls = Array.from({ length: repositories }, (_, index) => String(index))
        const counts = new Map(urls.map((url) => [url, 0]))
        const lanes = new Map(urls.map((url) => lane(url)))
        const busy = new Map<string, number>()
        for (let now = 0, turns = 0; now < 200; now += 1) {
          for (const [url, until] of busy) if (until <= now) busy.delete(url)
          for (;;) {
            for (const url of urls) {
              const last_turn = lanes.get(url)?.last_turn ?? 0
              lanes.set(...lane(url, { active: busy.has(url) ? 1 : 0, last_turn }))
            }
            const waiting = urls.map((url) => run(`run of ${url}`, url))
            const next = busy.size < slots ? nextTurn(waiting, lanes, now) : null
            if (next === null) break
            lanes.set(...lane(next.url, { active: 1, last_turn: (turns += 1) }))
            counts.set(next.url, (counts.get(next.url) ?? 0) + 1)
            busy.set(next.url, now + duration)
          }
        }
        expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1)
      },
    ),
  )
})
