import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import type { LimitValues } from "../settings.ts"
import { meteredModel, openSpending } from "./spending.ts"

const HOUR = 3_600_000

/** Runs whose model costs a dollar and ten tokens a call. */
async function runs(limits: Partial<LimitValues>) {
  let at = Date.parse("2026-01-01T20:00:00Z")
  const now = () => at
  const folder = join(await folderWith(), "state")
  const spending = openSpending(folder, now)
  const none = { max_usd: null, max_usd_a_day: null, max_tokens_a_day: null, max_work_ms_a_day: null }
  const all = { max_open_pulls: 3, max_tokens: 1e6, max_work_ms: HOUR, max_turns: 40, ...none, ...limits }
  const usage = { input_tokens: 7, output_tokens: 3, cost_usd: 1 }
  const costly = scriptedModel(() => ({ text: "Yes.", usage }))
  const ask = async (run_id: string, model: Model = costly) => {
    const metered = meteredModel(model, { limits: all, now, spending }, run_id)
    const { signal } = new AbortController()
    return metered({ messages: [], tools: [], tool_choice: "none" }, { signal })
  }
  return { folder, spending, ask, skip: (ms: number) => void (at += ms) }
}

describe("what a run may cost", () => {
  it.each([
    [{ max_usd: 2 }, "the run has used $2.00, all of limits.max_usd: raise it and resume the run"],
    [{ max_tokens: 20 }, "the run has used 20 tokens, all of limits.max_tokens"],
  ])("is limited by %j, and each run has its own", async (limits, message) => {
    const { ask } = await runs(limits)
    await ask("run-1")
    await ask("run-1")
    await expect(ask("run-1")).rejects.toMatchObject({
      code: "spent",
      message: expect.stringContaining(message) as string,
    })
    await ask("run-2")
  })

  it("is limited by its time of work", async () => {
    const { ask, spending } = await runs({ max_work_ms: 1000 })
    await spending.add("run-1", { work_ms: 1000 })
    await expect(ask("run-1")).rejects.toThrow("the run has used 1 s of work, all of limits.max_work_ms")
  })

  it("holds all runs of a day until midnight, and fails none", async () => {
    const { ask, skip, spending } = await runs({ max_usd_a_day: 2 })
    await ask("run-1")
    await ask("run-2")
    await expect(ask("run-3")).rejects.toMatchObject({
      code: "environment_fault",
      environment: "budget",
      retry_after_ms: 4 * HOUR,
      message: "all runs of today have used 2, all of limits.max_usd_a_day",
    })
    skip(4 * HOUR)
    await ask("run-3")
    expect(await spending.today()).toMatchObject({ usd: 1, tokens: 10, model_calls: 1 })
  })

  it("is read again by the next process", async () => {
    const { folder, ask } = await runs({})
    await ask("run-1")
    const later = openSpending(folder, Date.now)
    await later.add("run-1", { tokens: 5 })
    expect(await later.of("run-1")).toEqual({ tokens: 15, usd: 1, model_calls: 1, work_ms: 0 })
    expect(await openSpending(join(folder, "none"), Date.now).today()).toMatchObject({ tokens: 0 })
  })

  it("is read once, and then what was appended, also by another process", async () => {
    const { folder, spending } = await runs({})
    await spending.add("run-1", { tokens: 10 })
    await spending.add("run-2", { tokens: 1 })
    expect(await spending.of("run-1")).toMatchObject({ tokens: 10 })
    // A reader that read the first line again would find no run-1 in it.
    const path = join(folder, "spending.jsonl")
    await writeFile(path, (await readFile(path, "utf8")).replace("run-1", "run-X"))
    await openSpending(folder, Date.now).add("run-1", { tokens: 5 })
    expect(await spending.of("run-1")).toMatchObject({ tokens: 15 })
    // An unfinished line counts once it is complete.
    await appendFile(path, '{"at":"2026-01-01T20:00:00Z","run":"run-1",')
    expect(await spending.of("run-1")).toMatchObject({ tokens: 15 })
    await appendFile(path, '"tokens":2}\n')
    const both = [spending.of("run-1"), spending.of("run-1"), spending.today()]
    expect((await Promise.all(both)).map(({ tokens }) => tokens)).toEqual([17, 17, 13])
    await writeFile(path, '{"at":"2026-01-01T20:00:00Z","run":"run-1","tokens":3}\n')
    expect(await spending.of("run-1")).toMatchObject({ tokens: 3 })
  })

  it("is right for more runs than are kept in memory", async () => {
    const { spending } = await runs({})
    const ids = Array.from({ length: 150 }, (_, index) => `run-${index}`)
    for (const id of ids) await spending.add(id, { tokens: 1 })
    for (const id of ids) await spending.of(id)
    await spending.add("run-0", { tokens: 1 })
    expect(await spending.of("run-0")).toMatchObject({ tokens: 2 })
    expect((await spending.byRun()).size).toBe(150)
  })

  it("gives no room to a model that tells less than nothing of its use", async () => {
    const { spending, ask } = await runs({})
    const usages = [
      { input_tokens: 10, output_tokens: -1000, cost_usd: -5 },
      { input_tokens: Number.NaN, output_tokens: 5, cost_usd: 1 },
    ]
    const model: Model = async () => ({ text: "Yes.", tool_calls: [], usage: usages.shift() })
    await ask("run-1", model)
    await ask("run-1", model)
    expect(await spending.of("run-1")).toEqual({ tokens: 15, usd: 1, model_calls: 2, work_ms: 0 })
  })
})
