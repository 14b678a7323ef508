import { createDetector } from "@proofloop/runtime/detector"
import type { Benchmark } from "./benchmark.ts"
import { denseFailures, quietLog } from "./logs.ts"

const CHECKPOINTS = [100, 1_000, 10_000] as const

/** How much the detector remembers of a run that never ends and never repeats itself. */
export const state: Benchmark = {
  name: "state",
  about: "bytes of detector state, as JSON, in a run that edits and fails differently every turn",
  run() {
    const detect = createDetector({
      stall_diagnostics: { repair_aware: true, feedback_budget: "run" },
    })
    let current = detect.initial_state
    const sizes: number[] = []
    for (let turn = 1; turn <= 10_000; turn += 1) {
      const name = turn % 3 === 0 ? "edit" : "check"
      const tool_calls = [{ id: `c${turn}`, name, arguments: { path: `src/${turn}.ts` } }]
      current = detect.propose(current, { tool_calls, text: `thought ${turn}` }).state
      const log = turn % 2 === 0 ? denseFailures : quietLog
      const result =
        name === "edit"
          ? { ok: true, output: `edited ${turn}`, annotations: { kind: "edit" } }
          : {
              ok: false,
              error: log(600 + (turn % 400), turn).replaceAll("adds up", `adds up ${turn}`),
              annotations: { evidence_role: "verification" as const, check_id: `check ${turn % 40}` },
            }
      current = detect.settle(current, {
        results: [{ tool_name: name, call_id: `c${turn}`, ...result }],
      }).state
      if (CHECKPOINTS.some((checkpoint) => checkpoint === turn)) sizes.push(JSON.stringify(current).length)
    }
    const [, early = Number.NaN, late = Number.NaN] = sizes
    return Promise.resolve([
      ...CHECKPOINTS.map((turns, index) => ({
        name: `after ${turns} turns`,
        value: sizes[index] ?? Number.NaN,
        unit: "bytes" as const,
      })),
      {
        name: "10 000 turns over 1 000",
        value: late / early,
        unit: "x" as const,
        bar: { at: "most" as const, value: 1.1 },
        note: "1 = constant",
      },
    ])
  },
}
