import { lstat, realpath } from "node:fs/promises"
import { dirname, join } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { openRegularFile } from "./file_content.ts"
import type { Workspace } from "./open_workspace.ts"

/** Longest file that is read for a change or for facts; a patch may write no longer one. */
export const MAX_READ_BYTES = 2 * 2 ** 20

/** A regular file below a root whose links are resolved; null for anything else or behind a link. Never rejects. */
export async function containedRead(
  root: string,
  path: string,
): Promise<Buffer | "too_large" | "unreadable" | null> {
  const parts = path.split("/")
  if (path.includes("\0") || parts.some((part) => part === "" || part === "." || part === "..")) return null
  const absolute = join(root, ...parts)
  try {
    if ((await realpath(dirname(absolute))) !== dirname(absolute)) return null
    const stats = await lstat(absolute)
    if (!stats.isFile()) return null
    if (stats.size > MAX_READ_BYTES) return "too_large"
    return await read({ root }, { absolute, relative: path, stats })
  } catch (error) {
    return ["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error)) ? null : "unreadable"
  }
}

async function read(workspace: Pick<Workspace, "root">, located: Parameters<typeof openRegularFile>[1]) {
  const handle = await openRegularFile(workspace, located)
  try {
    const bytes = await handle.readFile()
    return bytes.length > MAX_READ_BYTES ? "too_large" : bytes
  } finally {
    await handle.close()
  }
}

/** The text of a file inside `root`; empty if it cannot be read. */
export async function containedText(root: string, path: string): Promise<string> {
  const content = await containedRead(root, path)
  return content instanceof Buffer ? content.toString() : ""
}
