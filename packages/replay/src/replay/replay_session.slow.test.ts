import { expect, test } from "vitest"
import { replay, type Step, strict, turns } from "./replay.fixture.ts"

test("the timeline of a long run keeps its ends and says what it left out", async () => {
  const steps = Array.from({ length: 5000 }, (): Step => ["bash", "ls", "a"])
  const { timeline, turns: count } = await replay(turns(steps), strict)
  expect([count, timeline.length]).toEqual([5000, 2000])
  const gap = timeline.find(({ omitted }) => omitted !== undefined)
  expect(gap).toMatchObject({ turn: 4001, omitted: 3000 })
  expect(timeline.at(-1)?.turn).toBe(5000)
})
