import { fdatasync, fsync } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import { promisify } from "node:util"

const syncByNumber = promisify(fsync)
const syncDataByNumber = promisify(fdatasync)

/** Puts what was written on the disk. By number: the file handles that Yarn's PnP gives to programs cannot sync. */
export async function syncHandle({ fd }: FileHandle): Promise<void> {
  await syncByNumber(fd)
}

/** The same without what only says when it was written. */
export async function syncHandleData({ fd }: FileHandle): Promise<void> {
  await syncDataByNumber(fd)
}
