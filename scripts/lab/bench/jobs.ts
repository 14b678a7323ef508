import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { type Benchmark, FULL_EFFORT } from "./benchmark.ts"

/** The cost of a large store beside one with a tenth of its rows; linear work costs the same per row. */
export const jobs: Benchmark = {
  name: "jobs",
  about:
    "a store of 10,000 rows beside one of 1,000, for each row: listed page by page, claimed in one pass, checked whole",
  async run({ rounds }) {
    const many = rounds < FULL_EFFORT.rounds ? 500 : 10_000
    const few = await measured(many / 10)
    const all = await measured(many)
    const ratios = Object.entries(all).map(([name, ms]) => ({
      name: `${name}, a row of ${many} beside one of ${many / 10}`,
      value: ms / (few[name] ?? Number.NaN),
      unit: "x" as const,
      bar: { at: "most" as const, value: 2 },
      note: `${(ms * many).toFixed(0)} ms for all`,
    }))
    return ratios
  },
}

/** Milliseconds a row. */
async function measured(rows: number): Promise<Readonly<Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-bench-"))
  const store = await openFeedbackStore(join(folder, "feedback.db"))
  try {
    for (let row = 0; row < rows; row += 1) {
      await store.add({
        body: `an order of ${row}.00 pays for delivery`,
        severity: "high",
        from_handle: "ada",
      })
    }
    const time = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return (performance.now() - start) / rows
    }
    return {
      list: await time(async () => {
        let after: string | undefined
        for (;;) {
          const page = await store.list({ limit: 1000, after })
          if (page.length === 0) return
          after = page.at(-1)?.id
        }
      }),
      "claim and release": await time(async () => {
        let after: string | undefined
        for (;;) {
          const row = await store.claim(["pending"], { after })
          if (row === null) return
          after = row.id
          await store.release(row.id)
        }
      }),
      check: await time(() => store.check()),
    }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}
