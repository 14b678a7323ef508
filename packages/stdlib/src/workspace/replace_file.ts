import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { lstat, open, realpath, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { describeFileError, errorCode, ToolFailure } from "./failure.ts"
import { isSameFile } from "./file_content.ts"
import type { Located } from "./locate.ts"
import type { Workspace } from "./open_workspace.ts"
import { inPinnedFolder } from "./pinned_folder.ts"

/**
 * Puts `bytes` at a located path in one step: readers see the old content or the new, never a part. Creates folders,
 * keeps the permissions of a file that was there. Throws ToolFailure, also when the file changed since it was located.
 */
export async function replaceFile(workspace: Workspace, located: Located, bytes: Buffer): Promise<void> {
  if (bytes.length > workspace.max_file_bytes) {
    throw new ToolFailure(
      `${located.relative}: the content has ${bytes.length} bytes and exceeds the limit of ${workspace.max_file_bytes}`,
    )
  }
  try {
    await inPinnedFolder(workspace, located, { create: true }, async (folder) => {
      const temporary = join(folder, `.proofloop-${randomUUID()}.tmp`)
      const target = join(folder, basename(located.absolute))
      try {
        await writeTemporary(located, temporary, bytes)
        await refuseChanged(located, target)
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    })
  } catch (error) {
    throw describeFileError(error, located.relative)
  }
}

async function writeTemporary(located: Located, path: string, bytes: Buffer): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, flags, 0o666)
  try {
    const real = await realpath(path)
    if (dirname(real) !== dirname(located.absolute) || !isSameFile(await handle.stat(), await lstat(real))) {
      throw new ToolFailure(`${located.relative}: its folder changed while it was written; try again`)
    }
    await handle.writeFile(bytes)
    if (located.stats !== null) await handle.chmod(located.stats.mode & 0o777)
  } finally {
    await handle.close()
  }
}

/** What a model wrote is about the content it saw; another writer's change must not be lost. */
async function refuseChanged(located: Located, target: string): Promise<void> {
  const now = await lstat(target).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null
    throw error
  })
  const before = located.stats
  const is_same =
    now === null || before === null
      ? now === before
      : isSameFile(now, before) && now.mtimeMs === before.mtimeMs && now.size === before.size
  if (!is_same) {
    throw new ToolFailure(`${located.relative} was changed by someone else meanwhile; read it again`)
  }
}
