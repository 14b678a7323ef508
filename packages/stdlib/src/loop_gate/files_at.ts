import {
  type FileContent,
  isSameBytes,
  locate,
  openWorkspace,
  readContent,
  replaceFile,
  RequestError,
  type Workspace,
} from "@proofloop/foundation/files"
import { type ChangeSet, changeSet } from "@proofloop/foundation/git"
import { deleteFile } from "../workspace/patch/restore.ts"

export interface FilesAt {
  changeSince(): Promise<ChangeSet>
  /** Restores changed files, permissions included. Rejects with RequestError where the disk does not allow it. */
  restore(isWanted: (path: string) => boolean): Promise<void>
  /** The same for files that still have their judged content. Resolves to the other paths, written since. */
  restoreJudged(judged: ChangeSet): Promise<readonly string[]>
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
        if (!isSameBytes(content?.bytes ?? null, after?.bytes ?? null))
          files.push({ path, before: content?.bytes, after: after?.bytes })
      }
      return changeSet(files)
    },
    async restore(isWanted) {
      await forEach(
        [...before].filter(([path]) => isWanted(path)),
        ([path, content]) => putBack(workspace, path, content, () => true),
      )
    },
    async restoreJudged({ files }) {
      const changed: string[] = []
      await forEach([...before], async ([path, content]) => {
        const judged = files.find((file) => file.path === path)
        const after = judged === undefined ? (content?.bytes ?? null) : judged.after
        const is_back = await putBack(workspace, path, content, (now) => isSameBytes(now, after))
        if (!is_back) changed.push(path)
      })
      return changed
    },
  }
}

/** All of them, one after another, even after a failure. Rejects with the first failure. */
async function forEach<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await action(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** null: no file. undefined: something a critic cannot judge, such as a symbolic link. */
async function contentAt(workspace: Workspace, path: string): Promise<FileContent | null | undefined> {
  const located = await locate(workspace, path, "write").catch((error: unknown) => {
    if (error instanceof RequestError) return undefined
    throw error
  })
  if (located === undefined || located.stats?.isDirectory()) return undefined
  return located.stats?.isFile() ? readContent(workspace, located) : null
}

/** Whether the file is as it was, restoring it if needed. Leaves content alone that `mayReplace` does not expect. */
async function putBack(
  workspace: Workspace,
  path: string,
  before: FileContent | null,
  mayReplace: (now: Uint8Array | null) => boolean,
): Promise<boolean> {
  const located = await locate(workspace, path, "write")
  const now = located.stats?.isFile() ? await readContent(workspace, located) : null
  const is_back =
    before === null
      ? located.stats === null
      : now !== null && now.bytes.equals(before.bytes) && modeOf(now) === modeOf(before)
  if (is_back) return true
  if (!mayReplace(now?.bytes ?? null)) return false
  if (before !== null) await replaceFile(workspace, located, before.bytes, { mode: modeOf(before) })
  else await deleteFile(workspace, located)
  return true
}

function modeOf({ stats }: FileContent): number {
  return stats.mode & 0o777
}
