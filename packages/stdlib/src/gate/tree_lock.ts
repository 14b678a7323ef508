import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { open, readdir, realpath, rm, rmdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { isRunning, ownIdentity } from "@proofloop/foundation/process"
import { inJournalFolder, type JournalFolder, journalFolder } from "../workspace/patch/journal_folder.ts"

export type TreeLock = { readonly release: () => Promise<void> } | { readonly holder: number }

/** Claims of this process that are not released. */
const own = new Set<string>()

/**
 * Keeps other gates, of this process and of others, from a work tree; `holder`: the process whose gate is at work there.
 * Whoever wants it lays a claim first, a file named after the process, and only then looks at the others': of two at once
 * at most one goes on. The claim of a process that is gone counts for nothing, so a crash leaves no lock behind.
 */
export async function lockTree(root: string): Promise<TreeLock> {
  const folder = await journalFolder(await realpath(root))
  const place = claimsFolder(folder)
  const { pid, began } = ownIdentity()
  const claim = `${pid}-${began ?? "0"}-${randomUUID()}.claim`
  const release = async () => {
    own.delete(claim)
    await inJournalFolder(folder, place, (at) => rm(join(at, claim), { force: true }))
    await removeEmptyFolders(folder)
  }
  own.add(claim)
  try {
    const holder = await inJournalFolder(folder, place, async (at) => {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
      await (await open(join(at, claim), flags, 0o600)).close()
      return findHolder(at, claim)
    })
    if (holder === null) return { release }
    await release()
    return { holder }
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
}

async function findHolder(folder: string, claim: string): Promise<number | null> {
  for (const name of await readdir(folder)) {
    const [pid, began] = /^(\d{1,10})-(\d{1,20})-[0-9a-f-]{36}\.claim$/.exec(name)?.slice(1) ?? []
    if (pid === undefined || began === undefined || name === claim) continue
    if (isHeld(name, Number(pid), began === "0" ? null : began)) return Number(pid)
    await rm(join(folder, name), { force: true })
  }
  return null
}

function isHeld(name: string, pid: number, began: string | null): boolean {
  return pid === process.pid ? own.has(name) : isRunning({ pid, began })
}

/** Beside the journals: one folder for each root of a repository. */
function claimsFolder({ journals }: JournalFolder): string {
  return journals.replace("proofloop/patches", "proofloop/gates")
}

/** Outside a repository everyone would see them. */
async function removeEmptyFolders(folder: JournalFolder): Promise<void> {
  const place = claimsFolder(folder)
  if (!place.startsWith(".")) return
  for (const path of [place, dirname(place)]) {
    await rmdir(join(folder.base, path)).catch(() => {
      // Not empty: a journal is in it, or another claim.
    })
  }
}
