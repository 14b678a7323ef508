import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { initRepository, removeAbandonedTrees } from "@proofloop/foundation/git"
import { sha256Hex } from "@proofloop/foundation/text"
import type { Forge } from "../../forge/forge.ts"
import { alone, markUsed } from "./clone_use.ts"

export interface UsedClone {
  readonly root: string
  /** Never rejects. */
  readonly release: () => Promise<void>
}

/**
 * Our clone of a forge's repository, without files and without the trees of killed processes; made if missing. Nobody
 * evicts it until it is released or this process gone. Rejects with ForgeError and GitError.
 */
export async function takeClone(state_dir: string, forge: Forge, signal?: AbortSignal): Promise<UsedClone> {
  const folder = clonesFolder(state_dir)
  const name = cloneName(forge.name, await forge.repository(signal))
  const root = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await alone(folder, name, async () => {
    await mkdir(root, { recursive: true, mode: 0o700 })
    return markUsed(folder, name)
  })
  const is_there = existsSync(join(root, ".git")) && (await removeAbandonedTrees(root)).length > 0
  // Twice at once does no harm.
  if (!is_there) await initRepository(root)
  return { root, release }
}

export function clonesFolder(state_dir: string): string {
  return join(state_dir, "clones")
}

/** The folder of a clone, by the name of the forge and what the forge calls the repository. */
export function cloneName(forge: string, repository: string): string {
  return sha256Hex(`${forge}\n${repository}`).slice(0, 24)
}
