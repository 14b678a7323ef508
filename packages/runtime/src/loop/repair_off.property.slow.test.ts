import fc from "fast-check"
import { expect, test } from "vitest"
import { knobValues } from "../stall/transcripts.fixture.ts"
import { generatedRun, show } from "./generated_run.fixture.ts"
import type { LoopStallOptions } from "./options.ts"

/** Generated runs, each played twice. `PROOFLOOP_RUNS=10000` plays them all; `npm test` has no time for more than these. */
const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 300)

const core = knobValues(({ name, repair }) => !repair && name !== "repair_aware" && name !== "enabled")
const repair = knobValues((knob) => knob.repair)
const off = fc.constantFrom<LoopStallOptions["repair_aware"]>(false, () => false, {
  env: "PROOFLOOP_NO_SUCH_VARIABLE",
})
const signals = fc.record(
  {
    progress_signal: fc.constantFrom(() => 1, fail),
    remediation_delivered: fc.constantFrom(() => true, fail),
  },
  { requiredKeys: [] },
)

test(
  "repair_aware off: prompts, events and result are those of a run without any repair knob, byte for byte",
  { timeout: 60_000 + numRuns * 100 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        generatedRun,
        core,
        repair,
        signals,
        off,
        async (run, knobs, repair_knobs, host, flag) => {
          const without = await show(run, { ...knobs })
          expect(await show(run, { ...knobs, ...repair_knobs, ...host, repair_aware: flag })).toBe(without)
        },
      ),
      { numRuns },
    )
  },
)

test("repair_aware on, those runs show the difference", async () => {
  const sample = fc.sample(fc.tuple(generatedRun, core, repair), { seed: 1, numRuns: 60 })
  let different = 0
  for (const [run, knobs, repair_knobs] of sample) {
    const without = await show(run, { ...knobs })
    if ((await show(run, { ...knobs, ...repair_knobs, repair_aware: true })) !== without) different += 1
  }
  expect(different).toBeGreaterThan(30)
})

function fail(): never {
  throw new Error("asked although repair_aware is off")
}
