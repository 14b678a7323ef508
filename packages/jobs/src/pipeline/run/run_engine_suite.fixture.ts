import { randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { systemClock } from "@proofloop/foundation/process"
import { type Model, ModelError } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, onTestFinished, test } from "vitest"
import type { Rest } from "../../drive/turn.ts"
import type { OpensEngine } from "../../engines/engine_suite.fixture.ts"
import { pipelineWith } from "../run.fixture.ts"
import type { NewRun } from "../run.ts"
import { PLAN } from "../shop.fixture.ts"
import { runTurns } from "./run_turns.ts"

const LOOK_EVERY_MS = 300
const POLL = { timeout: 150_000, interval: 50 }

/** What every engine promises of runs of the pipeline: a real repository, its tests, a forge in a folder. */
export function runEngineSuite(name: string, open: OpensEngine): void {
  async function place(planner: Model = planning) {
    const given = await pipelineWith({ clock: systemClock, models: { planner, reviewer: findingNothing } })
    const { store, pipeline, bare, forge } = given
    const { rows, close } = await open([runTurns({ store, pipelineOf: () => pipeline })], {
      look_every_ms: LOOK_EVERY_MS,
    })
    onTestFinished(close)
    const begin = async (run: Partial<NewRun> = {}) => {
      const row = { kind: "run", row_id: `run-${randomUUID()}`, repository: bare }
      await given.begin({ ...run, id: row.row_id })
      await rows.start(row)
      const rests = async (like: Partial<Rest>) =>
        expect.poll(async () => rows.restOf(row), POLL).toMatchObject({ row_id: row.row_id, ...like })
      const notes = async () => {
        const all = await store.notes(row.row_id)
        return all.map(({ transition, note }) => {
          const told = [note["step"] ?? note["cancel"], note["attempts"], note["status"]]
          return [transition ?? "-", ...told.filter((part) => part !== undefined).map(String)].join(" ")
        })
      }
      return { ...row, rests, notes, get: async () => store.get(row.row_id) }
    }
    const pulls = async () =>
      (await readdir(join(bare, "proofloop", "pulls")).catch(() => [])).filter((file) =>
        file.endsWith(".json"),
      )
    return { store, pipeline, forge, rows, begin, pulls }
  }

  describe(`runs on an engine: ${name}`, () => {
    test("a run awaits its approval, opens one pull request and ends with its merge", async () => {
      const { store, forge, rows, begin, pulls } = await place()
      const run = await begin({ switches: ["needs_approval"] })
      await run.rests({ state: "awaiting-approval", waits_for: "approval", is_over: false })
      expect(await pulls()).toEqual([])
      await store.answer(run.row_id, { answer: "approved", by: "mia" })
      await rows.wake(run)
      await run.rests({ state: "pr-open", waits_for: "merge" })
      await forge.markReady(1)
      await forge.merge(1)
      await rows.wake(run)
      await run.rests({ state: "done", waits_for: null, is_over: true })
      expect(await run.notes()).toEqual(MERGED)
      expect(await run.get()).toMatchObject({
        attempts: 0,
        work: { ending: { how: "merged" }, ci: { state: "green" }, outcomes: [COMPLETED, COMPLETED] },
      })
      expect(await pulls()).toEqual(["1.json"])
      expect(await store.check()).toMatchObject({ rows: 1 })
    })

    test("a wish makes another plan, and a rejection ends the run", async () => {
      const { store, rows, begin, pulls } = await place()
      const run = await begin({ switches: ["needs_approval"] })
      await run.rests({ waits_for: "approval" })
      await store.answer(run.row_id, { answer: "refine", reply: "Leave the page out.", by: "mia" })
      await rows.wake(run)
      await expect.poll(async () => (await store.approvals(run.row_id)).length, POLL).toBe(2)
      await store.answer(run.row_id, { answer: "rejected", reply: "No.", by: "mia" })
      // Nobody wakes it: it looks by itself.
      await run.rests({ state: "done", is_over: true })
      expect(await run.notes()).toEqual(REJECTED)
      expect(await pulls()).toEqual([])
    })

    test("a failed try is repeated; a run that failed for good goes on once a person retries it", async () => {
      let asked = 0
      const planner = scriptedModel(() => {
        asked += 1
        if (asked <= 3) throw new ModelError("no such model", { kind: "invalid_request" })
        return { text: JSON.stringify(PLAN) }
      })
      const { pipeline, rows, begin } = await place(planner)
      const run = await begin({ switches: ["dry_run"] })
      await run.rests({ state: "failed", waits_for: "retry", look_at: null, is_over: false })
      expect(asked).toBe(3)
      await pipeline.retry(run.row_id)
      await rows.wake(run)
      await run.rests({ state: "done", is_over: true })
      expect(asked).toBe(4)
      expect(await run.notes()).toEqual(RETRIED)
    })

    test("a model that is away opens a breaker, and the run waits as long as it asks", async () => {
      let [asked, is_away] = [0, true]
      const planner = scriptedModel(() => {
        asked += 1
        if (is_away) throw new ModelError("too many", { kind: "rate_limit", retry_after_ms: AWAY_MS })
        return { text: JSON.stringify(PLAN) }
      })
      const { store, begin } = await place(planner)
      const run = await begin({ switches: ["dry_run"] })
      await expect.poll(async () => store.breakers(), POLL).toMatchObject([{ environment: "model" }])
      const { name: model = "", until = "" } = (await store.breakers())[0] ?? {}
      const tries = asked
      is_away = false
      await run.rests({ state: "planning", waits_for: `model ${model}`, look_at: until })
      await run.rests({ state: "done", is_over: true })
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))
      expect(asked).toBe(tries + 1)
      expect(await store.breakers()).toEqual([])
      expect(await run.get()).toMatchObject({ attempts: 0, error: null })
      expect(await run.notes()).toEqual(PLANNED)
    })

    test("a run is cancelled while a model answers, and its repository is free for the next one", async () => {
      let hear = (): void => {}
      const heard = new Promise<void>((resolve) => void (hear = resolve))
      let asked = 0
      const planner: Model = async (...question) => {
        asked += 1
        if (asked > 1) return planning(...question)
        hear()
        await systemClock.sleep(3_600_000, question[1].signal)
        throw new Error("an hour has passed")
      }
      const { rows, begin, pulls } = await place(planner)
      const run = await begin()
      await heard
      await rows.cancel(run, "too late")
      await run.rests({ state: "cancelled", is_over: true })
      expect(await run.notes()).toEqual(CANCELLED)
      const next = await begin({ switches: ["dry_run"] })
      await next.rests({ state: "done", is_over: true })
      expect(await next.notes()).toEqual(PLANNED)
      expect(await pulls()).toEqual([])
    })
  })
}

const AWAY_MS = 2000
const COMPLETED = { status: "completed" }
const planning = scriptedModel(() => ({ text: JSON.stringify(PLAN) }))
const findingNothing = scriptedModel(() => ({ text: '{"findings": []}' }))

const ANALYSED = ["-", "queued → analysing begin", "analysing → planning analyse"]
const PLANNED = [...ANALYSED, "planning → done plan"]
/** A question to a person and its answer are notes of approvals, which name no step. */
const ASKED = ["planning → awaiting-approval plan", "-", "- request_approval", "-"]
const MERGED = [
  ...ANALYSED,
  ...ASKED,
  "awaiting-approval → working await_approval",
  "- work completed",
  "- work completed",
  "working → publishing check",
  "publishing → pr-open publish",
  "- self_review",
  "- read_ci",
  "pr-open → verifying await_merge",
  "verifying → done verify",
]
const REJECTED = [
  ...ANALYSED,
  ...ASKED,
  "awaiting-approval → planning await_approval",
  ...ASKED,
  "awaiting-approval → done await_approval",
]
const FAILED = ["- plan 1", "- plan 2", "planning → failed plan 3"]
const RETRIED = [...ANALYSED, ...FAILED, "failed → planning", "planning → done plan"]
const CANCELLED = [...ANALYSED, "planning → cancelled true"]
