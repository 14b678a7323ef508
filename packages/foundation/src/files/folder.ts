import { constants } from "node:fs"
import { mkdir, open, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { syncHandle } from "./sync_handle.ts"

/** Flushes a folder's names to the disk. A folder that may not be read is left to the system, as on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(folder, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCode(error) === "EACCES") return null
    throw error
  })
  if (handle === null) return
  try {
    await syncHandle(handle)
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those above it; they are on the disk when this resolves. */
export async function makeFolder(folder: string): Promise<void> {
  const given = resolve(folder)
  const first = await mkdir(given, { recursive: true })
  if (first === undefined) return
  for (let at = given; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at))
}

/** One name for a file, however its folder is reached; the file may be a link. Rejects when the folder is missing. */
export async function realPlace(path: string): Promise<string> {
  const given = resolve(path)
  return join(await realpath(dirname(given)), basename(given))
}
