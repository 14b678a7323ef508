import { lstatSync, rmSync } from "node:fs"
import { mkdtemp, readdir, realpath } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { isRunning, ownIdentity, type ProcessIdentity } from "../process/process_identity.ts"
import { ownSpace } from "../process/process_space.ts"
import { sha256Hex } from "../text/digest.ts"
import { removeFolder } from "./remove_folder.ts"

/**
 * Makes an empty temporary folder, with links resolved, that its caller removes. Where this process is killed, the first
 * one of a later process does. `what` is a part of its name, in small letters.
 */
export async function temporaryFolder(what: string): Promise<string> {
  await (swept ??= removeAbandonedFolders())
  const { pid, began } = ownIdentity()
  const name = `proofloop-${what}-${spaceName()}-${pid}.${began ?? ""}-`
  return mkdtemp(join(await realpath(tmpdir()), name))
}

let swept: Promise<void> | undefined

/** The same, for a folder that may stay until this process ends. */
export async function processFolder(what: string): Promise<string> {
  const folder = await temporaryFolder(what)
  if (kept.size === 0) process.once("exit", removeKept)
  kept.add(folder)
  return folder
}

const kept = new Set<string>()

function removeKept(): void {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true })
}

/**
 * Removes the temporary folders of processes that have ended. Those of another user, host, container or boot stay, because
 * their owner may be alive. Never rejects.
 */
export async function removeAbandonedFolders(): Promise<void> {
  const temporary = await realpath(tmpdir()).catch(() => tmpdir())
  const names = await readdir(temporary).catch(() => [])
  for (const name of names) {
    const owner = ownerOfTemporary(name)
    if (owner !== null && !isRunning(owner) && isOurs(join(temporary, name))) {
      await removeFolder(join(temporary, name))
    }
  }
}

/**
 * The process that made a temporary folder, by the folder's name. null: it is none, is for something else than `what`
 * (default: anything), or belongs to another host, container or boot.
 */
export function ownerOfTemporary(path: string, what?: string): ProcessIdentity | null {
  const [, named, space, pid, began] =
    /^proofloop-([a-z]{1,32})-([\da-f]{12})-(\d{1,10})\.(\d{0,20})-\w{6}$/.exec(basename(path)) ?? []
  if (pid === undefined || space !== spaceName() || (what !== undefined && named !== what)) return null
  return { pid: Number(pid), began: began || null }
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid)
}

function spaceName(): string {
  const { host, boot, namespace } = ownSpace()
  return sha256Hex(JSON.stringify([host, boot, namespace])).slice(0, 12)
}
