import type { JobStore, JobTypes } from "../store/store.ts"

/** How often a holder renews its claim. */
const HEARTBEAT_MS = 60_000

/** Works on a claimed row, renews the claim meanwhile, and releases it. */
export async function whileHeld<Types extends JobTypes, Result>(
  store: JobStore<Types>,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const beat = setInterval(() => void store.renew(id).catch(() => undefined), HEARTBEAT_MS)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await store.release(id)
  }
}
