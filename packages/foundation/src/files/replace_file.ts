import { randomUUID } from "node:crypto"
import { constants, lstatSync, renameSync } from "node:fs"
import { lstat, open, realpath, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { isSameFile } from "./file_content.ts"
import { syncFolder } from "./folder.ts"
import type { Located } from "./locate.ts"
import type { Workspace } from "./open_workspace.ts"
import { inPinnedFolder } from "./pinned_folder.ts"
import { describeFileError, RequestError } from "./request_error.ts"
import { syncHandle } from "./sync_handle.ts"

export interface ReplaceFileOptions {
  /** Name of the temporary file beside the target. Default: a random one. */
  readonly temporary?: string
  /** Permissions of the result. Default: those of the existing file, else the process's default. */
  readonly mode?: number
  /** Wait until content and name are on the disk. Default false. */
  readonly durable?: boolean
}

/**
 * Puts `bytes` at a located path in one step: readers see the old content or the new, never a part. Creates folders
 * and keeps the permissions of an existing file. Throws RequestError, also when the file changed since it was
 * located.
 */
export async function replaceFile(
  workspace: Workspace,
  located: Located,
  bytes: Buffer,
  options: ReplaceFileOptions = {},
): Promise<void> {
  if (bytes.length > workspace.max_file_bytes) {
    throw new RequestError(
      `${located.relative}: the content has ${bytes.length} bytes and exceeds the limit of ${workspace.max_file_bytes}`,
    )
  }
  try {
    await inPinnedFolder(workspace, located, { create: true }, async (folder) => {
      const temporary = join(folder, options.temporary ?? `.proofloop-${randomUUID()}.tmp`)
      const target = join(folder, basename(located.absolute))
      try {
        await writeTemporary(located, temporary, bytes, options)
        // Synchronous, so that this process does nothing between the two.
        refuseChanged(located, target)
        renameSync(temporary, target)
        if (options.durable) await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    })
  } catch (error) {
    throw describeFileError(error, located.relative)
  }
}

async function writeTemporary(
  located: Located,
  path: string,
  bytes: Buffer,
  { mode = located.stats === null ? undefined : located.stats.mode & 0o777, durable }: ReplaceFileOptions,
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, flags, 0o666)
  try {
    const real = await realpath(path)
    if (dirname(real) !== dirname(located.absolute) || !isSameFile(await handle.stat(), await lstat(real))) {
      throw new RequestError(`${located.relative}: its folder changed while it was written; try again`, {
        obstacle: "conflict",
      })
    }
    await handle.writeFile(bytes)
    if (mode !== undefined) await handle.chmod(mode)
    if (durable) await syncHandle(handle)
  } finally {
    await handle.close()
  }
}

/**
 * A model wrote for the content it saw, so another writer's change must not be lost: throws RequestError for one. The
 * caller must replace the file without an await in between.
 */
export function refuseChanged(located: Located, target: string): void {
  const now = lstatSync(target, { throwIfNoEntry: false }) ?? null
  const before = located.stats
  const is_same =
    now === null || before === null
      ? now === before
      : isSameFile(now, before) && now.mtimeMs === before.mtimeMs && now.size === before.size
  if (!is_same) {
    throw new RequestError(`${located.relative} was changed by someone else meanwhile; read it again`, {
      obstacle: "conflict",
    })
  }
}
