import type { ScriptedStep } from "@proofloop/runtime/testing"
import { fillStore } from "./fill_store.ts"
import { serveModel } from "./model.ts"
import { makePlace, statesOf, work } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

const PASSES = 3

export const unauthorised = modelAway({
  name: "401",
  about: "16 rows in three passes, and the model refuses the key",
  rows: 16,
  refusal: { kind: "authentication", message: "Incorrect API key provided", http_status: 401 },
})

export const rateLimit = modelAway({
  name: "rate limit",
  about: "8 rows in three passes, and the model asks to come back in half an hour",
  rows: 8,
  refusal: { kind: "rate_limit", message: "Rate limit reached", http_status: 429, retry_after_ms: 1_800_000 },
})

interface Away {
  readonly name: string
  readonly about: string
  readonly rows: number
  readonly refusal: NonNullable<ScriptedStep["throws"]>
}

function modelAway({ name, about, rows: count, refusal }: Away): Wall {
  return {
    name,
    about,
    async attempt(command, folder) {
      const place = await makePlace(command, folder)
      const model = await serveModel(REPAIR, () => ({ throws: refusal }))
      try {
        await fillStore(command, place.store, count)
        const ends: Array<number | string | null> = []
        for (let pass = 0; pass < PASSES; pass += 1) {
          const args = ["process", "--no-verifiers", ...work(command, place.forge)]
          ends.push((await place.run(args, { env: model.env })).ended)
        }
        const rows = await place.rows()
        const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
        return {
          holds: rows.every(({ state }) => state === "pending") && attempts === 0 && model.asked() <= PASSES,
          evidence: `exit ${ends.join(", ")}; ${statesOf(rows)}; ${attempts} attempts counted, ${model.asked()} requests`,
        }
      } finally {
        await model.close()
      }
    },
  }
}
