import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { type LockHolder, withLock } from "@proofloop/foundation/process"
import { ForgeError } from "../forge.ts"

const LONGEST_WAIT_MS = 15_000

/** Does something while no other process changes the records of this folder; waits up to 15 seconds for its turn. */
export async function locked<Result>(
  folder: string,
  action: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const busy = ({ pid, host, claim }: LockHolder) => {
    const message = `${folder} is held by process ${pid} on ${host}. If that process is gone, delete ${claim}`
    return new ForgeError(message, { retryable: true })
  }
  const options = { wait_ms: LONGEST_WAIT_MS, signal, busy }
  return withLock(join(folder, "records"), options, action).catch((error: unknown) => {
    const is_stop = signal?.aborted === true && error === signal.reason
    throw is_stop ? new ForgeError("interrupted", { retryable: true, cause: error }) : error
  })
}
