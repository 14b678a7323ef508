import { StoreError } from "@proofloop/jobs"
import type { PipelineRun, RunStore } from "@proofloop/pipeline"
import { Misuse } from "../console/misuse.ts"
import { listRuns } from "./read_facts.ts"

/** The run of an id. Throws Misuse, with the id that was probably meant. */
export async function requireRun(store: RunStore, id: string): Promise<PipelineRun> {
  const found = await findRun(store, id)
  if (found !== null) return found
  const known = (await listRuns(store)).map((row) => row.id)
  throw new Misuse(`there is no run ${JSON.stringify(id)}`, { name: id, known })
}

/** null: there is none of that id, or it is no id. */
export async function findRun(store: RunStore, id: string): Promise<PipelineRun | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  try {
    return await store.get(id)
  } catch (error) {
    if (error instanceof StoreError && error.code === "not_found") return null
    throw error
  }
}
