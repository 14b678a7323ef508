import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { waitForLock } from "@proofloop/foundation/process"
import { ForgeError } from "../forge.ts"

const LONGEST_WAIT_MS = 15_000

/** Does something while no other process changes the records of this folder; waits up to 15 seconds for its turn. */
export async function locked<Result>(
  folder: string,
  action: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const lock = await waitForLock(join(folder, "records"), LONGEST_WAIT_MS, signal).catch((error: unknown) => {
    throw signal?.aborted ? new ForgeError("interrupted", { retryable: true, cause: error }) : error
  })
  if ("holder" in lock) {
    const { pid, host } = lock.holder
    throw new ForgeError(`${folder} is held by process ${pid} on ${host}`, { retryable: true })
  }
  try {
    return await action()
  } finally {
    await lock.release()
  }
}
