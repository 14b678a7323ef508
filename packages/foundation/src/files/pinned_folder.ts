import { constants, existsSync } from "node:fs"
import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import type { Located } from "./locate.ts"
import type { Workspace } from "./open_workspace.ts"
import { RequestError } from "./request_error.ts"

/**
 * Runs `action` with a path that keeps meaning the checked folder. On Linux the path goes through a handle that is
 * opened level by level without following links, as openat does. A folder swapped for a link then leads nowhere. On
 * other systems it is the plain path.
 */
export async function inPinnedFolder<Result>(
  workspace: Pick<Workspace, "root">,
  located: Located,
  options: {
    readonly create: boolean
  },
  action: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!hasHandlePaths) {
    const folder = dirname(located.absolute)
    if (options.create) await mkdir(folder, { recursive: true })
    return action(folder)
  }
  let handle = await open(workspace.root, FOLDER_FLAGS)
  try {
    for (const name of located.relative.split("/").slice(0, -1)) {
      const next = await openBelow(handle, name, options.create, located)
      await handle.close()
      handle = next
    }
    return await action(handlePath(handle))
  } finally {
    await handle.close()
  }
}

const hasHandlePaths = process.platform === "linux" && existsSync("/proc/self/fd")
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function openBelow(
  parent: FileHandle,
  name: string,
  create: boolean,
  located: Located,
): Promise<FileHandle> {
  const path = `${handlePath(parent)}/${name}`
  if (create) {
    await mkdir(path).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error
    })
  }
  return open(path, FOLDER_FLAGS).catch((error: unknown) => {
    if (errorCode(error) !== "ELOOP" && errorCode(error) !== "ENOTDIR") throw error
    throw new RequestError(`${located.relative}: its folder changed meanwhile; try again`, {
      obstacle: "conflict",
      cause: error,
    })
  })
}

function handlePath(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`
}
