import { openWorkers } from "@proofloop/jobs/internal/pipeline"
import { expect, test } from "vitest"
import type { RowLive, RowView } from "../cockpit/sources/row_view.ts"
import type { RateGroup } from "../cockpit/sources/source.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { alarmed, awaitingMerge, merged, rowsIn, worker } from "./rows_by_pipeline.fixture.ts"
import { act, getJson, startUi, TOKEN } from "./ui.fixture.ts"

const wrong = (old_text: string, new_text: string, text: string) => ({
  text,
  tool_calls: [{ name: "edit_file", arguments: { path: "src/price.mjs", old_text, new_text } }],
})

test("a running loop is told: what fails now, how often, what said no, and the last words", async () => {
  const folder = await emptyFolder()
  const rows = await rowsIn(folder)
  let asked = 0
  let goOn = (): void => undefined
  let isWaiting = (): void => undefined
  const waits = new Promise<void>((resolve) => (isWaiting = resolve))
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const script = {
    "Subtract the discount": [
      wrong("price + (price", "price * (price", "Multiplying might do it."),
      { text: "I am done." },
      wrong(
        "price * (price",
        "price / (price",
        "Then divide; token ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36),
      ),
      { text: "I am done." },
      { text: "I am done." },
    ],
  }
  const { pipeline, bare } = await rows.pipelineOf("shop", {
    model: worker(script, {
      async wait() {
        asked += 1
        if (asked !== 5) return
        isWaiting()
        await held
      },
    }),
  })
  await pipeline.begin({ id: "run-1", url: bare })
  const stop = new AbortController()
  const driven = pipeline.drive("run-1", { signal: stop.signal })
  await waits
  const ui = await startUi(["--state", rows.state_dir], { cwd: folder, env: { PROOFLOOP_UI_TOKEN: TOKEN } })
  const { live } = await getJson<{ live: RowLive }>(ui.url, "/api/rows/pipeline/run-1/live")
  expect(live).toMatchObject({ phase: "WORKING", step: "work: Subtract the discount" })
  expect(live.holder).toContain(`process ${process.pid} on `)
  expect(live.loop).toMatchObject({ turns: 4 })
  expect(live.loop?.vetoes).toBeGreaterThanOrEqual(2)
  expect(live.loop?.last_words).toContain("I am done.")
  expect(live.loop?.failing).toMatchObject({ check: "npm test --silent" })
  expect(live.loop?.failing?.words).toContain("a discount is taken off")
  const { held: alive } = await getJson<{ held: readonly { id: string }[] }>(ui.url, "/api/overview")
  expect(alive.map(({ id }) => id)).toEqual(["run-1"])
  const { journals } = await getJson<RowView>(ui.url, "/api/rows/pipeline/run-1")
  const page = await (await fetch(new URL(`/replay/pipeline/run-1/${journals[0]?.name}`, ui.url))).text()
  expect(page).toContain("Then divide; token [redacted]")
  expect(page).not.toContain("a1B2c3D4e5a1B2")
  // Somebody is at work on it: nothing is offered but to stop that process, and it cannot be given up.
  const [stopping] = (await getJson<RowView>(ui.url, "/api/rows/pipeline/run-1")).actions
  expect(stopping).toMatchObject({ name: "abort", how: "none", command: `kill -TERM ${process.pid}` })
  const refused = await act(ui.url, "pipeline/run-1", { action: "cancel", seen: stopping?.seen, words: "no" })
  expect(refused).toMatchObject({ status: 409, answer: { error: expect.stringContaining("at work on") } })
  stop.abort()
  goOn()
  await driven
  const after = await getJson<{ live: RowLive }>(ui.url, "/api/rows/pipeline/run-1/live")
  expect(after.live).toMatchObject({ holder: null, loop: null })
  await rows.store.close()
})

test("rates count money and turns for each merge, alarms, and false ones once a person closes them", async () => {
  const folder = await emptyFolder()
  const rows = await rowsIn(folder)
  await merged(rows, "run-done", "catalogue")
  await awaitingMerge(rows, "run-open", "shop")
  await alarmed(rows, "run-alarm", "billing")
  const ui = await startUi(["--state", rows.state_dir], { cwd: folder, env: { PROOFLOOP_UI_TOKEN: TOKEN } })
  const view = await getJson<RowView>(ui.url, "/api/rows/pipeline/run-alarm")
  const close = view.actions.find(({ name }) => name === "cancel")
  const closed = await act(ui.url, "pipeline/run-alarm", {
    action: "cancel",
    seen: close?.seen,
    words: "the check was at fault",
  })
  expect(closed.answer.done).toBe("run-alarm is done")
  const { groups } = await getJson<{ groups: readonly RateGroup[] }>(ui.url, "/api/rates")
  const of = (by: string, name: string) =>
    groups.find((group) => group.by === by && group.name.includes(name))
  expect(of("repository", "/catalogue.git")).toMatchObject({ rows: 1, merged: 1, alarms: 0, turns: 4 })
  expect(of("repository", "/catalogue.git")?.usd).toBeCloseTo(8 * 0.031)
  expect(of("repository", "/shop.git")).toMatchObject({ rows: 1, merged: 0 })
  expect(of("repository", "/billing.git")).toMatchObject({ merged: 1, alarms: 1, false_alarms: 1 })
  expect(of("model", "coder-small")).toMatchObject({ rows: 3, merged: 2, alarms: 1, false_alarms: 1 })
  await rows.store.close()
})

test("a drain of the fleet is told until its workers are gone", async () => {
  const folder = await emptyFolder()
  const rows = await rowsIn(folder)
  const ui = await startUi(["--state", rows.state_dir], { cwd: folder })
  const warnings = async () =>
    (await getJson<{ warnings: readonly string[] }>(ui.url, "/api/overview")).warnings
  const workers = openWorkers(rows.state_dir, Date.now)
  const worker = { concurrency: 2, repositories: 1, active: [], turns: 0 }
  await workers.tell({ ...worker, is_draining: false })
  expect(await warnings()).toEqual([])
  await workers.tell({ ...worker, is_draining: true })
  const drain = "Fleet drain: 1 of 1 worker will end after its present turns."
  await expect.poll(warnings).toEqual([drain])
  await workers.leave()
  await expect.poll(warnings).toEqual([])
  await rows.store.close()
})
