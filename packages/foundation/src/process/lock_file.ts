import { constants } from "node:fs"
import { open, readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { newClaim, readClaim, stateOfClaim } from "./claim.ts"

export interface LockHolder {
  readonly pid: number
  readonly host: string
  readonly claim: string
  /** Whether the holder could be checked. A process on another host or in another container may be gone. */
  readonly is_running: boolean
}

export type Lock =
  | {
      readonly release: () => Promise<void>
    }
  | {
      readonly holder: LockHolder
    }

export interface LockPlace {
  readonly folder: string
  readonly name: string
  /** Does something in the folder, which stays reachable by `at` meanwhile. Default: by its path. */
  readonly inFolder?: (<Result>(action: (at: string) => Promise<Result>) => Promise<Result>) | undefined
}

/** Locks a file, which need not exist, as `lockPlace` does; the claims lie beside it. */
export async function lockFile(file: string): Promise<Lock> {
  return lockPlace({ folder: dirname(file), name: basename(file) })
}

/**
 * Locks something against other processes and this one. Each process lays a claim, an empty file named after its
 * holder, and then looks at the others'. Of two at once, the later look sees both. A dead process's claim is removed;
 * one of another host or container counts until it is deleted. Rejects as the file system does.
 */
export async function lockPlace(place: LockPlace): Promise<Lock> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await claimOnce(place)
    // Two claims at the same moment both withdraw; after waits of random length one is first.
    if ("release" in lock || attempt === 4) return lock
    await wait(Math.random() * 20 * attempt)
  }
}

/** Claims of this thread that are not released, including those of other copies of this package. */
const openClaims = ((globalThis as Record<symbol, unknown>)[Symbol.for("proofloop.open_claims")] ??=
  new Set<string>()) as Set<string>

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

async function claimOnce({ folder, name, inFolder = (act) => act(folder) }: LockPlace): Promise<Lock> {
  const prefix = claimPrefix(name)
  const own = newClaim(prefix)
  const release = async (): Promise<void> => {
    openClaims.delete(own)
    await inFolder((at) => rm(join(at, own), { force: true }))
  }
  openClaims.add(own)
  try {
    const holder = await inFolder(async (at) => {
      await (await open(join(at, own), CREATE, 0o600)).close()
      return findHolder(at, prefix, own)
    })
    if (holder === null) return { release }
    await release()
    return { holder: { ...holder, claim: join(folder, holder.claim) } }
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
}

async function findHolder(at: string, prefix: string, own: string): Promise<LockHolder | null> {
  for (const name of await readdir(at)) {
    const claim = name === own ? null : readClaim(prefix, name)
    if (claim === null) continue
    const state = stateOfClaim(claim, () => openClaims.has(name))
    const { pid, host } = claim
    if (state !== "abandoned") return { pid, host, claim: name, is_running: state === "held" }
    await rm(join(at, name), { force: true })
  }
  return null
}

export function claimPrefix(name: string): string {
  return `${name}.lock-`
}
