import { rm } from "node:fs/promises"
import { type ChangeSet, changeSet } from "../workspace/change_set.ts"
import { ToolFailure } from "../workspace/failure.ts"
import { readContent } from "../workspace/file_content.ts"
import { locate } from "../workspace/locate.ts"
import { openWorkspace, type Workspace } from "../workspace/open_workspace.ts"
import { replaceFile } from "../workspace/replace_file.ts"

/** Some files as they are at one moment. */
export interface FilesAt {
  /** What happened to them since. */
  changeSince(): Promise<ChangeSet>
  /** Puts them back. Rejects with ToolFailure where the disk does not let it. */
  restore(): Promise<void>
}

const MAX_FILE_BYTES = 2 ** 30

/** Remembers files of a work tree. Paths are relative to it. */
export async function filesAt(root: string, paths: readonly string[]): Promise<FilesAt> {
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: MAX_FILE_BYTES })
  const before = new Map<string, Buffer | null>()
  for (const path of paths) {
    const bytes = await bytesAt(workspace, path)
    if (bytes !== undefined) before.set(path, bytes)
  }
  return {
    async changeSince() {
      const files = []
      for (const [path, bytes] of before) {
        const after = (await bytesAt(workspace, path)) ?? null
        const is_same = bytes !== null && after !== null ? bytes.equals(after) : bytes === after
        if (!is_same) files.push({ path, before: bytes, after })
      }
      return changeSet(files)
    },
    async restore() {
      for (const [path, bytes] of before) await put(workspace, path, bytes)
    },
  }
}

/** null: no file. undefined: nothing a critic could judge, such as a symbolic link. */
async function bytesAt(workspace: Workspace, path: string): Promise<Buffer | null | undefined> {
  const located = await locate(workspace, path, "write").catch((error: unknown) => {
    if (error instanceof ToolFailure) return undefined
    throw error
  })
  if (located === undefined || located.stats?.isDirectory()) return undefined
  return located.stats?.isFile() ? (await readContent(workspace, located)).bytes : null
}

async function put(workspace: Workspace, path: string, bytes: Buffer | null): Promise<void> {
  const located = await locate(workspace, path, "write")
  if (bytes !== null) await replaceFile(workspace, located, bytes)
  else if (located.stats !== null) await rm(located.absolute)
}
