import { StoreError } from "@proofloop/jobs"
import type { PipelineRun, RunStore } from "@proofloop/pipeline"
import { Misuse } from "../console/misuse.ts"
import { hasAsked } from "./asked.ts"
import { listRuns } from "./read_facts.ts"
import type { Runs } from "./store.ts"

/** The run with an id. Throws Misuse, with a near miss, and StoreError where its row is lost. */
export async function requireRun({ store, state_dir }: Runs, id: string): Promise<PipelineRun> {
  const found = await findRun(store, id)
  if (found !== null) return found
  if (await hasAsked(state_dir, id))
    throw new StoreError(
      "corrupt",
      `${store.path}: has no row of ${id}, which began here: another file is in its place`,
    )
  const known = (await listRuns(store)).map((row) => row.id)
  throw new Misuse(`there is no run ${JSON.stringify(id)}`, { name: id, known })
}

/** null: unknown, or not an id. */
export async function findRun(store: RunStore, id: string): Promise<PipelineRun | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  try {
    return await store.get(id)
  } catch (error) {
    if (error instanceof StoreError && error.code === "not_found") return null
    throw error
  }
}
