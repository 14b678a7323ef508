import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { Crash, type CrashOptions, journalEngine, newJournal } from "../../drive/journal_engine.fixture.ts"
import type { Rest } from "../../drive/turn.ts"
import { localForge } from "../../forge/local_forge.ts"
import { answering, APPROVED, proposal } from "../fix_ci/fix_ci.fixture.ts"
import { pipelineWith, type Place } from "../run.fixture.ts"
import { GOOD_WORK, PLAN, RENAMED, reviewOn, workerModel } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

/** A model that counts its calls. */
function counted(model: Model, calls: { count: number }): Model {
  return async (...asked) => {
    calls.count += 1
    return model(...asked)
  }
}

async function story() {
  const calls = { count: 0 }
  const place = await pipelineWith({
    model: counted(workerModel({ ...GOOD_WORK, ...RENAMED }), calls),
    models: {
      planner: counted(
        scriptedModel(() => ({ text: JSON.stringify(PLAN) })),
        calls,
      ),
      reviewer: counted(
        scriptedModel(() => ({ text: '{"findings": []}' })),
        calls,
      ),
    },
  })
  await place.begin({ switches: ["needs_approval", "integrate"] })
  return { place, calls }
}

/** One turn to its rest, through as many crashes as `options` makes, each time from a fresh clone. */
async function turn(place: Place, options: (ran: number) => CrashOptions) {
  const journal = newJournal()
  for (let machine = 0; ; machine += 1) {
    const state_dir = join(place.folder, `machine ${machine % 3}`)
    const pipeline = createPipeline({ ...place.options, state_dir })
    try {
      const rest = await pipeline.turn("run-1", journalEngine(journal, options(journal.ran.length)))
      return { rest, crashes: machine, ran: journal.ran }
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }
}

/** From the plan over an approval, a review and the merge to the end. */
async function toTheEnd(options: (ran: number) => CrashOptions) {
  const { place, calls } = await story()
  let crashes = 0
  const ran: string[] = []
  const next = async (): Promise<Rest> => {
    for (;;) {
      const done = await turn(place, options)
      crashes += done.crashes
      ran.push(...done.ran)
      if (done.rest.waits_for !== "ci") return done.rest
    }
  }
  expect(await next()).toMatchObject({ state: "awaiting-approval", waits_for: "approval" })
  await place.store.answer("run-1", { answer: "approved", by: "mia" })
  expect(await next()).toMatchObject({ state: "pr-open", waits_for: "merge" })
  await place.forge.review(1, reviewOn("docs/usage.md", "Say percent off, please."))
  place.skip(3_600_000)
  expect(await next()).toMatchObject({ state: "pr-open", waits_for: "merge" })
  await place.forge.markReady(1)
  await place.forge.merge(1)
  place.skip(3_600_000)
  expect(await next()).toMatchObject({ state: "done", is_over: true })
  const { work } = await place.store.get("run-1")
  const { stdout } = await git(place.bare, ["log", "--no-merges", "--format=%s", "main"], {
    env: { GIT_DIR: place.bare },
  })
  const notes = (await place.store.notes("run-1")).map(({ transition, note }) => [
    transition,
    note["step"],
    note["subtask_id"],
    note["status"],
  ])
  return {
    place,
    calls: calls.count,
    crashes,
    // How often CI is looked at depends on the time.
    ran: ran
      .filter((key) => !/\/(?:turn|read_ci\/\d+)$/.test(key))
      // Questions have the path of the repository, which is another one each time.
      .map((key) => key.replace(/model:[\da-f]+/, "model"))
      // Two that run at a time end in any order.
      .map((key) => key.replace(/\.\d+$/, "")),
    subjects: stdout.trim().split("\n"),
    notes,
    products: Object.keys(work).toSorted(),
  }
}

test(
  "turns that crash anywhere go on from a fresh clone, and come to the same row without an effect twice",
  { timeout: 1_800_000 },
  async () => {
    const { place: _, crashes: none, ...calm } = await toTheEnd(() => ({}))
    expect(none).toBe(0)
    expect(calm.subjects).toEqual([
      "Say that it is percent off",
      "Describe how a discount is asked for",
      "Subtract the discount from the price",
      "first",
    ])

    const { place, crashes, ...between } = await toTheEnd((ran) => ({ crash_before: ran + 1 }))
    expect(crashes).toBeGreaterThan(40)
    expect(between).toEqual(calm)
    await expect(place.forge.pulls.get(2)).rejects.toThrow("2")

    // The effect before a crash is not recorded, and made again.
    const lossy = await toTheEnd((ran) => ({ crash_after: ran + 2 }))
    expect(lossy.crashes).toBeGreaterThan(40)
    const { subjects, notes, products } = calm
    expect(lossy).toMatchObject({ subjects, notes, products })
    await expect(lossy.place.forge.pulls.get(2)).rejects.toThrow("2")
  },
)

test(
  "a repair of CI that crashes anywhere asks each model once and pushes once",
  { timeout: 900_000 },
  async () => {
    const page = "docs/usage.md"
    const command = `node -e "if (!require('fs').readFileSync('${page}', 'utf8').includes('whole number')) { console.log('${page}:3:1: error: say what percent is'); process.exit(1) }"`
    const fix = {
      path: page,
      old_string: "percent)`.",
      new_string: "percent)`, percent being a whole number.",
    }
    const repaired = async (options: (ran: number) => CrashOptions) => {
      const place = await pipelineWith()
      const [fixer, critic] = [answering(proposal(fix)), answering(APPROVED)]
      const forge = localForge({ repository: place.bare, checks: { command, runner: hostRunner() } })
      const models = { ...place.options.models, fixer: fixer.model, critic: critic.model }
      await place.begin({ switches: ["no_self_review"] })
      for (;;) {
        const { rest } = await turn({ ...place, options: { ...place.options, forge, models } }, options)
        if (rest.waits_for !== "ci") break
      }
      const { work, state } = await place.store.get("run-1")
      const notes = (await place.store.notes("run-1")).map(({ note }) => note["step"])
      const { stdout } = await git(place.bare, ["log", "--format=%s", `main..${work.branch ?? ""}`], {
        env: { GIT_DIR: place.bare },
      })
      const asked = [fixer.prompts.length, critic.prompts.length]
      return {
        asked,
        state,
        notes,
        subjects: stdout,
        ci: work.ci?.state,
        is_pushed: work.ci_fixes?.[0]?.commit === work.head,
      }
    }
    const calm = await repaired(() => ({}))
    expect(calm).toMatchObject({ asked: [1, 1], state: "pr-open", ci: "green", is_pushed: true })
    expect(calm.subjects).toMatch(/^fix: add instead of subtracting\n/)
    expect(await repaired((ran) => ({ crash_before: ran + 1 }))).toEqual(calm)
    const { asked: _, ...rest } = calm
    expect(await repaired((ran) => ({ crash_after: ran + 2 }))).toMatchObject(rest)
  },
)
