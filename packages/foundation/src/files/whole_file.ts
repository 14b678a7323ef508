import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { link, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { syncFolder } from "./folder.ts"
import { syncHandle } from "./sync_handle.ts"

export interface WholeFileOptions {
  /** Name of the temporary file beside the target. Default: a random one. */
  readonly temporary?: string
  /** Default 0600. */
  readonly mode?: number
  /** Keeps an existing file. Default false: replaces it. */
  readonly once?: boolean
}

/**
 * Puts a file at a path in one step: readers see no file, the old one or the new one, never a part. It is on the disk
 * when this resolves. With `once` it resolves to false where a file exists. Rejects as the file system does.
 */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  { temporary = `.${randomUUID()}.tmp`, mode = 0o600, once = false }: WholeFileOptions = {},
): Promise<boolean> {
  const fresh = join(dirname(path), temporary)
  const handle = await open(fresh, CREATE, mode)
  try {
    try {
      await handle.writeFile(content)
      await syncHandle(handle)
    } finally {
      await handle.close()
    }
    if (!once) await rename(fresh, path)
    else if (!(await linkNew(fresh, path))) return false
    await syncFolder(dirname(path))
    return true
  } finally {
    await rm(fresh, { force: true })
  }
}

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** A name is given once, and only to a complete file. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false
    throw error
  }
}
