import { rm } from "node:fs/promises"
import { type ChangeSet, changeSet } from "../workspace/change_set.ts"
import { ToolFailure } from "../workspace/failure.ts"
import { type FileContent, readContent } from "../workspace/file_content.ts"
import { locate } from "../workspace/locate.ts"
import { openWorkspace, type Workspace } from "../workspace/open_workspace.ts"
import { replaceFile } from "../workspace/replace_file.ts"

/** Some files as they are at one moment. */
export interface FilesAt {
  /** What happened to them since. */
  changeSince(): Promise<ChangeSet>
  /** Puts back what is not as it was, permissions included. Rejects with ToolFailure where the disk does not let it. */
  restore(isWanted: (path: string) => boolean): Promise<void>
}

const MAX_FILE_BYTES = 2 ** 30

/** Remembers files of a work tree. Paths are relative to it. */
export async function filesAt(root: string, paths: readonly string[]): Promise<FilesAt> {
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: MAX_FILE_BYTES })
  const before = new Map<string, FileContent | null>()
  for (const path of paths) {
    const content = await contentAt(workspace, path)
    if (content !== undefined) before.set(path, content)
  }
  return {
    async changeSince() {
      const files = []
      for (const [path, content] of before) {
        const after = (await contentAt(workspace, path)) ?? null
        const is_same =
          content !== null && after !== null ? content.bytes.equals(after.bytes) : content === after
        if (!is_same) files.push({ path, before: content?.bytes, after: after?.bytes })
      }
      return changeSet(files)
    },
    async restore(isWanted) {
      const failures: unknown[] = []
      for (const [path, content] of before) {
        if (!isWanted(path)) continue
        await putBack(workspace, path, content).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** null: no file. undefined: nothing a critic could judge, such as a symbolic link. */
async function contentAt(workspace: Workspace, path: string): Promise<FileContent | null | undefined> {
  const located = await locate(workspace, path, "write").catch((error: unknown) => {
    if (error instanceof ToolFailure) return undefined
    throw error
  })
  if (located === undefined || located.stats?.isDirectory()) return undefined
  return located.stats?.isFile() ? readContent(workspace, located) : null
}

async function putBack(workspace: Workspace, path: string, before: FileContent | null): Promise<void> {
  const located = await locate(workspace, path, "write")
  const now = located.stats?.isFile() ? await readContent(workspace, located) : null
  if (before === null) {
    if (located.stats !== null) await rm(located.absolute)
  } else if (now?.bytes.equals(before.bytes) !== true || modeOf(now) !== modeOf(before)) {
    await replaceFile(workspace, located, before.bytes, { mode: modeOf(before) })
  }
}

function modeOf({ stats }: FileContent): number {
  return stats.mode & 0o777
}
