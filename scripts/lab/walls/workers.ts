import { fillStore } from "./fill_store.ts"
import { serveModel } from "./model.ts"
import { makePlace, statesOf, work } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

const WORKERS = 16
const ROWS = 160

/** Not to be fixed, so that the store is most of the work. */
const REJECTION = { ...REPAIR, triage: { ...REPAIR.triage, confidence: 30 } }

export const workers: Wall = {
  name: "16 workers",
  about: `${WORKERS} processes on one store with ${ROWS} rows that triage turns down`,
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    const model = await serveModel(REJECTION)
    try {
      await fillStore(command, place.store, ROWS)
      const args = ["process", "--no-verifiers", ...work(command, place.forge)]
      const start = performance.now()
      const ends = await Promise.all(
        Array.from({ length: WORKERS }, () => place.run(args, { env: model.env })),
      )
      const rate = (ROWS * 1000) / (performance.now() - start)
      const rows = await place.rows()
      const bad = ends.filter(({ ended }) => ended !== 0).length
      const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
      return {
        holds: rows.every(({ state }) => state === "closed") && model.asked() === ROWS && bad === 0,
        evidence: `${bad} of ${WORKERS} ended badly; ${statesOf(rows)}; ${attempts} attempts counted, ${model.asked()} requests, ${rate.toFixed(0)} rows/s`,
      }
    } finally {
      await model.close()
    }
  },
}
