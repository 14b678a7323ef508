import { expect, test } from "vitest"
import { climb } from "./climb.ts"
import { loadRungs, missingToolchain } from "./rung.ts"

// All of them where time is no matter (PROOFLOOP_RUNS); else the one that needs nothing but node.
const everything = process.env["PROOFLOOP_RUNS"] !== undefined
const rungs = loadRungs().filter(({ golden }) => everything || golden.language === "javascript")

test.for(rungs.map((rung) => [rung.number, rung] as const))(
  "rung %i: the recorded mistakes ship without the gate, and do not with it",
  async ([, rung], { skip }) => {
    const missing = missingToolchain(rung)
    skip(missing !== null, `needs ${missing}`)
    const without = await climb(rung, { gate: "off", run: 1 })
    expect(without.test_health).toBe("fail")
    const with_gate = await climb(rung, { gate: "on", run: 1 })
    expect(with_gate).toMatchObject({ test_health: "pass", patch_coverage: 1, expected_failing: [] })
  },
)
