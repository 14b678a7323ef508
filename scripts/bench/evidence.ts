import { sha256 } from "@noble/hashes/sha2.js"
import { createDetector } from "@proofloop/runtime/detector"
import type { Benchmark } from "./benchmark.ts"
import { denseFailures, quietLog } from "./logs.ts"
import { measure } from "./measure.ts"

const length = 10_000_000

/** How fast a huge output becomes evidence. */
export const evidence: Benchmark = {
  name: "evidence",
  about: "throughput on an output of 10 MB, over that of @noble/hashes sha256",
  async run({ rounds }) {
    const figures = []
    const detect = createDetector({ stall_diagnostics: { repair_aware: true } })
    for (const [kind, log] of [
      ["dense failures", denseFailures],
      ["quiet log", quietLog],
    ] as const) {
      const texts = [log(length, 1), log(length, 2)]
      const bytes = texts.map((text) => new TextEncoder().encode(text))
      const annotations = { evidence_role: "verification" } as const
      const subjects = [
        {
          name: "evidence",
          run: (turn: number) =>
            detect.settle(detect.initial_state, {
              results: [{ tool_name: "check", ok: false, error: texts[turn % 2], annotations }],
            }),
        },
        { name: "@noble/hashes", run: (turn: number) => sha256(bytes[turn % 2] ?? new Uint8Array()) },
      ]
      const [read, hash] = await measure(subjects, { rounds: Math.min(rounds, 7), round_ms: 1 })
      figures.push({
        name: kind,
        value: (hash?.median_ms ?? Number.NaN) / (read?.median_ms ?? Number.NaN),
        unit: "x" as const,
        bar: { at: "least" as const, value: 0.25 },
        note: `${(length / 1000 / (read?.median_ms ?? Number.NaN)).toFixed(0)} MB/s`,
      })
    }
    return figures
  },
}
