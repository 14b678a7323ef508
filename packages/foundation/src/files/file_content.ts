import { constants, type Stats } from "node:fs"
import { type FileHandle, lstat, open, realpath } from "node:fs/promises"
import { basename, join } from "node:path"
import { isInside, type Located } from "./locate.ts"
import type { Workspace } from "./open_workspace.ts"
import { inPinnedFolder } from "./pinned_folder.ts"
import { describeFileError, RequestError } from "./request_error.ts"

export interface FileContent {
  readonly bytes: Buffer
  readonly stats: Stats
}

/** Reads a whole regular file of at most `max_file_bytes`. Throws RequestError. */
export async function readContent(workspace: Workspace, located: Located): Promise<FileContent> {
  const handle = await openRegularFile(workspace, located)
  try {
    const stats = await handle.stat()
    refuseTooLarge(located, workspace.max_file_bytes, stats.size)
    const bytes = await handle.readFile()
    refuseTooLarge(located, workspace.max_file_bytes, bytes.length)
    return { bytes, stats }
  } finally {
    await handle.close()
  }
}

/** Opens a file for reading through its pinned folder, and checks that it is the checked file. The caller closes it. */
export async function openRegularFile(
  workspace: Pick<Workspace, "root">,
  located: Located,
): Promise<FileHandle> {
  if (located.stats?.isDirectory()) throw new RequestError(`${located.relative} is a folder, not a file`)
  if (located.stats !== null && !located.stats.isFile())
    throw new RequestError(`${located.relative} is not a regular file`)
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  let handle: FileHandle | null = null
  try {
    handle = await inPinnedFolder(workspace, located, { create: false }, (folder) =>
      open(join(folder, basename(located.absolute)), flags),
    )
    await refuseSwapped(workspace, located, handle)
    return handle
  } catch (error) {
    await handle?.close()
    throw describeFileError(error, located.relative)
  }
}

/** Where no folder can be pinned, a folder may have become a link since the check: the open file is then another one. */
async function refuseSwapped(
  workspace: Pick<Workspace, "root">,
  located: Located,
  handle: FileHandle,
): Promise<void> {
  const opened = await handle.stat()
  const real = await realpath(located.absolute)
  const there = await lstat(real)
  if (!isInside(workspace.root, real) || !isSameFile(opened, there)) {
    throw new RequestError(`${located.relative} changed while it was opened; try again`)
  }
  if (!opened.isFile()) throw new RequestError(`${located.relative} is not a regular file`)
}

export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev
}

/** UTF-8 text with its byte order mark, if any. Throws RequestError for anything else. */
export function decodeText(bytes: Buffer, relative: string): string {
  if (isBinary(bytes)) throw new RequestError(`${relative} is a binary file (${bytes.length} bytes)`)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new RequestError(`${relative} is not UTF-8 text (${bytes.length} bytes)`, { cause: error })
  }
}

/** git's rule: a NUL in the first 8000 bytes. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0)
}

/** Throws RequestError, with what to do instead. */
export function refuseTooLarge(located: Located, limit: number, size = located.stats?.size ?? 0): void {
  if (size <= limit) return
  throw new RequestError(
    `${located.relative} has ${size} bytes, more than the limit of ${limit}; read parts of it with start_line and end_line, or search it`,
  )
}

export function isSameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other
  return Buffer.compare(one, other) === 0
}
