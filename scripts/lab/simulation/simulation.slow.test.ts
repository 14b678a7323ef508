import { randomInt } from "node:crypto"
import { describe, expect, test } from "vitest"
import { brokenMachinery } from "./broken.ts"
import { runCampaign } from "./campaign.ts"
import { invariants } from "./invariants/index.ts"
import { renderFailure } from "./report.ts"
import { simulate } from "./simulate.ts"
import { simulation } from "./simulation.ts"

test("schedules from a random seed on are green", async () => {
  const from = randomInt(1, 1e9)
  const { failures } = await runCampaign({ from, schedules: 100, most_failures: 3 })
  expect(failures.map(renderFailure).join("\n"), `seeds from ${from} on`).toBe("")
})

/** Seeds that find a defect which was there once, and what it was. */
const REGRESSIONS: Readonly<Record<number, string>> = {
  4: "a call was made after the abort",
  46: "a host function's error was told under another number after a resume",
  47: "a resumed record stood before what was told",
  50: "a host function asked twice in a turn could not be resumed",
  110: "a call in doubt overtook its neighbours: one event told twice, one never",
  250: "text of a model arrived after the end",
  258: "a run suspended in its replay counted its events anew",
  546: "a call that an abort had closed ended a second time",
  8699: "a run was summed up with its tokens spent",
  452743530: "an edit that threw after it had written left an older proof standing",
  452744333: "an accept of the stall judge hid what fails",
  452744855: "an abort while a call made its plan recorded its start behind the end",
  573909918: "a slow reader that fell behind while it was told so missed events untold",
  573913662: "the pause of an open breaker, cut off, kept the run from going on",
}

test.each(Object.entries(REGRESSIONS))("seed %s stays green: %s", async (seed) => {
  const { violations } = await simulate(Number(seed))
  expect(violations).toEqual([])
})

test("a seed is played alike each time", async () => {
  for (const seed of [11, 12, 265]) {
    const first = await simulate(seed)
    const second = await simulate(seed)
    expect(second.fingerprint()).toBe(first.fingerprint())
    expect(second.plan).toEqual(first.plan)
  }
})

describe("machinery broken on purpose is found", () => {
  const names = new Set(invariants.map(({ name }) => name))
  /** What each breaks at the seed that finds it first. */
  const broken: Readonly<Record<keyof typeof brokenMachinery, string>> = {
    "forgets the last finished record": "no call with a finished record runs twice",
    "forgets what was in flight": "the journal is in order",
    "runs effects twice": "no call with a finished record runs twice",
    "lets one more turn through": "iterations stay within the budget",
    "offers tools in the wrap-up": "after the end one tool-less wrap-up",
    "drops the end of a call": "every start has its end",
    "keeps a stale current_failure": "current_failure is absent on success",
    "aborts when it gets round to it": "no call after an abort",
    "calls itself verified when it is done": "verified is true only with a pass that the world saw",
    "counts events from 1 again after a resume": "an event told again is the same event",
  }

  test.each(Object.entries(brokenMachinery))("%s", async (name, machinery) => {
    const invariant = broken[name] ?? ""
    expect(names).toContain(invariant)
    let from = 1
    for (;;) {
      const { failures, schedules } = await runCampaign({
        from,
        schedules: 300,
        machinery,
        most_failures: 1,
      })
      const [failure] = failures
      expect(failure, `not found by the seeds to ${from + schedules}`).toBeDefined()
      if (failure === undefined) return
      expect(failure.command).toBe(`npm run lab -- simulation --seed ${failure.seed}`)
      const again = await simulate(failure.seed, machinery)
      expect(again.violations).toEqual(failure.violations)
      if (failure.violations.some((violation) => violation.invariant === invariant)) return
      from = failure.seed + 1
    }
  })
})

test("a seed is told with its timeline", async () => {
  const { passed, text } = await simulation({ seed: 2, schedules: 1, from: undefined, workers: undefined })
  expect(passed).toBe(true)
  expect(text).toContain("event 1 run_start")
  expect(text).toContain("seed 2 is green")
})

test("schedules that processes play beside each other are added up", async () => {
  const { passed, data } = await simulation({ seed: undefined, schedules: 5, from: 1, workers: 2 })
  expect(passed).toBe(true)
  expect(data).toMatchObject({ from: 1, schedules: 5, failures: [] })
})
