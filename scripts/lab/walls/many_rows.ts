import { fillStore } from "./fill_store.ts"
import { makePlace } from "./place.ts"
import type { Wall } from "./wall.ts"

const ROWS = 10_000

export const manyRows: Wall = {
  name: "10,000 rows",
  about: "feedback list of a store with 10,000 rows",
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    await fillStore(command, place.store, ROWS)
    const start = performance.now()
    const listed = (await place.rows()).length
    return {
      holds: listed === ROWS,
      evidence: `${listed} of ${ROWS} listed in ${((performance.now() - start) / 1000).toFixed(1)} s`,
    }
  },
}
