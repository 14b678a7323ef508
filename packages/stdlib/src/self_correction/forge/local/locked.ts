import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { lockFile } from "@proofloop/runtime"
import { ForgeError } from "../forge.ts"

/** Does something while no other process changes the records of this folder; waits up to 15 seconds for its turn. */
export async function locked<Result>(
  folder: string,
  action: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const until = performance.now() + 15_000
  for (;;) {
    if (signal?.aborted) throw new ForgeError("interrupted", { retryable: true, cause: signal.reason })
    const lock = await lockFile(join(folder, "records"))
    if ("release" in lock) {
      try {
        return await action()
      } finally {
        await lock.release()
      }
    }
    if (performance.now() > until) {
      const { pid, host } = lock.holder
      throw new ForgeError(`${folder} is held by process ${pid} on ${host}`, { retryable: true })
    }
    await wait(10 + Math.random() * 40)
  }
}
