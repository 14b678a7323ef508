import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import type { Benchmark } from "./benchmark.ts"
import { percentile } from "./percentile.ts"

const ROWS = 100

/** What a step of the self-correction loop pays for keeping its product. */
export const feedback: Benchmark = {
  name: "feedback",
  about: `the store of the self-correction loop, with ${ROWS} rows: each change is a transaction with its note`,
  async run({ rounds }) {
    const folder = await mkdtemp(join(tmpdir(), "proofloop-bench-"))
    const store = await openFeedbackStore(join(folder, "feedback.db"))
    try {
      const ids: string[] = []
      for (let row = 0; row < ROWS; row += 1) {
        const body = `an order of ${row}.00 pays for delivery`
        ids.push((await store.add({ body, severity: "high", from_handle: "ada" })).id)
      }
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        for (const id of ids) {
          const start = performance.now()
          await store.change(id, { attempts: 0, note: { step: "plan", round } })
          times.push(performance.now() - start)
        }
      }
      const note = `of ${times.length} changes`
      return [
        { name: "change, p50", value: percentile(times, 0.5), unit: "ms", note },
        { name: "change, p99", value: percentile(times, 0.99), unit: "ms", note },
      ]
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
