import { lstatSync } from "node:fs"
import { mkdtemp, readdir, realpath } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import { isRunning, ownIdentity, type ProcessIdentity } from "../process/process_identity.ts"
import { ownSpace } from "../process/process_space.ts"
import { sha256Hex } from "../text/digest.ts"

/** Makes an empty temporary folder owned by this process. The first call removes folders of owners that were killed. */
export async function makeRoomFolder(): Promise<string> {
  await (swept ??= removeAbandonedRooms())
  const { pid, began } = ownIdentity()
  return mkdtemp(join(await realpath(tmpdir()), `proofloop-room-${spaceName()}-${pid}.${began ?? ""}-`))
}

let swept: Promise<void> | undefined

/**
 * Removes the folders of rooms whose process has ended. Those of another user, host, container or boot stay, because
 * their owner may be alive. Never rejects.
 */
export async function removeAbandonedRooms(): Promise<void> {
  const temporary = await realpath(tmpdir()).catch(() => tmpdir())
  const names = await readdir(temporary).catch(() => [])
  for (const name of names) {
    const owner = ownerOfRoom(name)
    if (owner !== null && !isRunning(owner) && isOurs(join(temporary, name))) {
      await removeFolder(join(temporary, name))
    }
  }
}

/** null: it belongs to another host, container or boot. */
function ownerOfRoom(name: string): ProcessIdentity | null {
  const [, space, pid, began] = /^proofloop-room-([\da-f]{12})-(\d{1,10})\.(\d{0,20})-\w{6}$/.exec(name) ?? []
  if (pid === undefined || space !== spaceName()) return null
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
