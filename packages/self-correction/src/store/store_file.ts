import { chmod, mkdir, open, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { StoreError } from "./store_error.ts"

/** Makes the file (0600) and its folder (0700) unless they are there. */
export async function makeStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Never opens a file that is there: closing it again would end the locks this process has on it
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    const handle = await open(path, "wx", 0o600).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error
      return null
    })
    await handle?.close()
    if (!(await stat(path)).isFile()) throw new StoreError("not_a_store", `${path}: is no file`)
  })
}

/** Takes a store that others could read from them; the files beside it are made with the mode of the store. */
export async function hideStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  })
}

async function inTermsOfStore(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = thrownMessage(error)
    throw new StoreError("io", `${path}: the store cannot be opened: ${reason}`, { cause: error })
  }
}
