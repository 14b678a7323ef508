import type { JobStore } from "@proofloop/jobs"
import { type JobTypes, StoreError } from "@proofloop/jobs/internal"

/** The row with an id; null: it is unknown, or not an id. Rejects with StoreError. */
export async function findRow<Types extends JobTypes>(
  store: JobStore<Types>,
  id: string,
): Promise<Types["row"] | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  try {
    return await store.get(id)
  } catch (error) {
    if (error instanceof StoreError && error.code === "not_found") return null
    throw error
  }
}
