import { expect, test } from "vitest"
import { keptTurn } from "./kept_turn.ts"
import { type Keep, keyedSteps, type KeptStep } from "./keyed_steps.ts"

/** A journal that repeats its entries by position. */
function journal(entries: KeptStep[]): Keep {
  let at = 0
  return async (run) => {
    const known = entries[at]
    at += 1
    if (known !== undefined) return known
    const entry = await run()
    entries.push(entry)
    return entry
  }
}

test("a step is found behind entries that nobody asks for any more, and in any order", async () => {
  const entries = ["a", "b", "c"].map((key) => ({ key, result: `kept ${key}` }))
  const step = keyedSteps(journal(entries))
  const run = async () => "run"
  expect([await step("c", run), await step("a", run), await step("d", run)]).toEqual([
    "kept c",
    "kept a",
    "run",
  ])
  expect(entries.at(-1)).toEqual({ key: "d", result: "run" })
  expect(await step("d", async () => "again")).toBe("run")
})

test("steps that begin together are kept one after the other", async () => {
  const entries: KeptStep[] = []
  const step = keyedSteps(journal(entries))
  const slow = step("slow", async () => new Promise((resolve) => setTimeout(() => resolve("slow"), 20)))
  expect(await Promise.all([slow, step("quick", async () => "quick")])).toEqual(["slow", "quick"])
  expect(entries.map(({ key }) => key)).toEqual(["slow", "quick"])
})

test("a turn that goes another way reads what an earlier one kept, and its rest comes last", async () => {
  const entries: KeptStep[] = [{ key: "old", result: 1 }]
  const rest = { row_id: "or-1", state: "sent", is_over: true, waits_for: null, look_at: null }
  const { signal } = new AbortController()
  const take = async () => keptTurn({ turn: async () => rest }, "or-1", { keep: journal(entries), signal })
  expect([await take(), await take()]).toEqual([rest, rest])
  expect(entries.map(({ key }) => key)).toEqual(["old", "end of turn"])
})

test("what interrupted a step ends the turn, even if it went on", async () => {
  const { signal } = new AbortController()
  const turn = keptTurn(
    {
      async turn(row_id, engine) {
        await engine.step("a", () => Promise.reject(new Error("the store is away"))).catch(() => undefined)
        return { row_id, state: "new", is_over: false, waits_for: null, look_at: null }
      },
    },
    "or-1",
    { keep: journal([]), signal },
  )
  await expect(turn).rejects.toThrow("the store is away")
})
