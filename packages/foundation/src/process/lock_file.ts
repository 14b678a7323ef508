import { randomBytes } from "node:crypto"
import { open, readFile, readdir, rm } from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { errorCode } from "../errors/error_code.ts"

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  /** The file that says so. */
  readonly claim: string
}

export type Lock = { readonly release: () => Promise<void> } | { readonly holder: LockHolder }

/**
 * Locks a file against other processes, and against this one. Everyone who wants the lock first lays a claim, an empty
 * file beside the target whose name says who, and only then looks at the others': of two at once, the later look sees
 * both, so at most one goes on. The claim of a process that is gone counts for nothing and is removed: a crash leaves no
 * lock behind. What runs on another host cannot be asked, so its claim counts.
 */
export async function lockFile(file: string): Promise<Lock> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await claimFile(file)
    // Two who claim at the same moment both withdraw; after waits of random length one is first.
    if ("release" in lock || attempt === 4) return lock
    await wait(Math.random() * 20 * attempt)
  }
}

async function claimFile(file: string): Promise<Lock> {
  const folder = dirname(file)
  const prefix = `${basename(file)}.lock-`
  const started = (await startOf(process.pid)) ?? "0"
  const unique = randomBytes(4).toString("hex")
  const own = `${prefix}${process.pid}-${started}-${unique}-${thisHost()}`
  const release = (): Promise<void> => rm(join(folder, own), { force: true })
  await (await open(join(folder, own), "wx", 0o600)).close()
  try {
    for (const name of await readdir(folder)) {
      if (!name.startsWith(prefix) || name === own) continue
      const holder = readClaim(folder, name, prefix)
      if (holder === null) continue
      if (await isGone(holder)) {
        await rm(holder.claim, { force: true })
        continue
      }
      await release()
      return { holder }
    }
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

interface Claim extends LockHolder {
  readonly started: string
}

function readClaim(folder: string, name: string, prefix: string): Claim | null {
  const parts = /^(\d{1,10})-(\d{1,20})-[0-9a-f]{8}-(.*)$/.exec(name.slice(prefix.length))
  if (parts === null) return null
  const [, pid = "", started = "", host = ""] = parts
  return { pid: Number(pid), started, host, claim: join(folder, name) }
}

async function isGone({ pid, host, started }: Claim): Promise<boolean> {
  if (host !== thisHost()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of another user exists, and says so.
    return errorCode(error) === "ESRCH"
  }
  // Where the system tells when a process started, a reused process id is found out.
  const now = await startOf(pid)
  return now !== null && started !== "0" && now !== started
}

/** The host's name as a part of a file's name. */
function thisHost(): string {
  return hostname()
    .replaceAll(/[^\w.-]/g, "_")
    .slice(0, 64)
}

/** When a process started, in clock ticks since boot; null where there is no /proc. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null
  } catch {
    return null
  }
}
