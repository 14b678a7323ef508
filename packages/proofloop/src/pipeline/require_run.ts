import { StoreError } from "@proofloop/jobs/internal"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import { Misuse } from "../console/misuse.ts"
import { findRow } from "../jobs/find_row.ts"
import { hasAsked } from "./asked.ts"
import type { Runs } from "./store.ts"

/** The run with an id. Throws Misuse, with a near miss, and StoreError where its row is lost. */
export async function requireRun({ store, state_dir }: Runs, id: string): Promise<PipelineRun> {
  const found = await findRow(store, id)
  if (found !== null) return found
  if (await hasAsked(state_dir, id))
    throw new StoreError(
      "corrupt",
      `${store.path}: has no row of ${id}, which began here: another file is in its place`,
    )
  const known = (await store.list({ limit: 1000, newest_first: true })).map((row) => row.id)
  throw new Misuse(`there is no run ${JSON.stringify(id)}`, { name: id, known })
}
