import { realpath } from "node:fs/promises"
import { join } from "node:path"
import { type Lock, lockPlace } from "@proofloop/foundation/process"
import { inJournalFolder, journalFolder, removeEmptyFolders } from "../workspace/patch/journal_folder.ts"

/** Keeps other gates, in this process and in others, out of a work tree. Rejects as the file system does. */
export async function lockTree(root: string): Promise<Lock> {
  const folder = await journalFolder(await realpath(root))
  // Beside the journals: one folder for each root of a repository.
  const gates = folder.journals.replace("proofloop/patches", "proofloop/gates")
  const tidy = () => removeEmptyFolders({ ...folder, journals: gates })
  try {
    const lock = await lockPlace({
      folder: join(folder.base, gates),
      name: "tree",
      inFolder: (action) => inJournalFolder(folder, gates, action),
    })
    if ("holder" in lock) return lock
    return {
      async release() {
        try {
          await lock.release()
        } finally {
          await tidy()
        }
      },
    }
  } catch (error) {
    await tidy()
    throw error
  }
}
