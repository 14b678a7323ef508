import type { Dirent } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { removeFolder } from "@proofloop/foundation/files"
import { OPEN_STATES } from "../run/pipeline.ts"
import type { RunStore } from "../run_store.ts"
import { cloneName, clonesFolder } from "../tree/clone.ts"
import { alone, isUsed } from "../tree/clone_use.ts"

export interface Evicted {
  readonly removed: readonly string[]
  /** Bytes of the clones that are left. */
  readonly bytes: number
}

/**
 * Removes clones, longest unused first, until the others are within the limit. Clones of open runs and those in use
 * stay. Rejects with StoreError, and as the file system does.
 */
export async function evictClones({
  state_dir,
  store,
  max_bytes,
  now,
}: {
  readonly state_dir: string
  readonly store: RunStore
  readonly max_bytes: number
  readonly now: () => number
}): Promise<Evicted> {
  const folder = clonesFolder(state_dir)
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[\da-f]{24}$/.test(name))
  const sizes = new Map<string, number>()
  for (const name of names) sizes.set(name, await bytesOf(join(folder, name)))
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (bytes <= max_bytes) return { removed: [], bytes }
  const listed_at = now()
  const needed = await openClones(store)
  const removed: string[] = []
  for (const name of await oldestFirst(folder, names)) {
    if (bytes <= max_bytes) break
    if (needed.has(name)) continue
    const is_gone = await alone(folder, name, async () => {
      // A run may have begun since the runs were listed.
      const { mtimeMs } = await lstat(join(folder, name))
      if (mtimeMs >= listed_at || (await isUsed(folder, name))) return false
      await removeFolder(join(folder, name))
      return true
    })
    if (!is_gone) continue
    removed.push(name)
    bytes -= sizes.get(name) ?? 0
  }
  return { removed, bytes }
}

/** The clones of runs that are not over: commits of a run may lie nowhere else. */
async function openClones(store: RunStore): Promise<ReadonlySet<string>> {
  const needed = new Set<string>()
  for (const state of OPEN_STATES) {
    for (let after: string | undefined; ;) {
      const rows = await store.list({ state, limit: 200, after })
      for (const { place } of rows) if (place !== null) needed.add(cloneName(place.forge, place.repository))
      after = rows.at(-1)?.id
      if (after === undefined) break
    }
  }
  return needed
}

async function oldestFirst(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (await lstat(join(folder, name))).mtimeMs)
  return names.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0))
}

/** Of all files in a folder; one that vanishes meanwhile counts nothing. */
async function bytesOf(folder: string): Promise<number> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sum += await bytesOf(path)
    else
      sum += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return sum
}
