import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { readProcessStat } from "../process/process_stat.ts"

export interface WatchLimits {
  readonly max_memory_bytes: number
  readonly max_processes: number
}

export type WatchedLimit = keyof WatchLimits

const INTERVAL_MS = 250

/**
 * Looks four times a second at the descendants of a process, and calls `onExceeded` once with the first limit that
 * they exceed together. Does nothing where the system cannot tell: only Linux can. Returns a function that stops it.
 */
export function watchProcesses(
  pid: number,
  limits: WatchLimits,
  onExceeded: (limit: WatchedLimit) => void,
): () => void {
  if (process.platform !== "linux") return () => undefined
  const timer = setInterval(() => {
    const limit = exceededBy(descendantsOf(pid), limits)
    if (limit === null) return
    clearInterval(timer)
    onExceeded(limit)
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}

function exceededBy(
  pids: readonly number[],
  { max_memory_bytes, max_processes }: WatchLimits,
): WatchedLimit | null {
  if (pids.length > max_processes) return "max_processes"
  const own = pids.reduce((sum, pid) => sum + memoryOf(pid), 0)
  // Most of a memory file is mapped as well; it counts once.
  const bytes = own + Math.max(sharedBy(pids), filesInMemory(pids))
  return bytes > max_memory_bytes ? "max_memory_bytes" : null
}

/** All descendants of a process; inside a room an orphan gets a parent in the room. */
export function descendantsOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const number of runningNumbers()) {
    const parent = readProcessStat(number)?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), number])
  }
  const found: number[] = []
  for (const next = [pid]; next.length > 0;) {
    const below = children.get(next.pop() ?? 0) ?? []
    found.push(...below)
    next.push(...below)
  }
  return found
}

function runningNumbers(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Bytes of a process's private memory. */
function memoryOf(pid: number): number {
  return bytesIn(`/proc/${pid}/status`, /^RssAnon:\s{1,20}(\d{1,15}) kB$/m)
}

/** Bytes of memory that processes share without a file, each part once. */
function sharedBy(pids: readonly number[]): number {
  const shares = pids.filter((pid) => bytesIn(`/proc/${pid}/status`, /^RssShmem:\s{1,20}(\d{1,15}) kB$/m) > 0)
  return shares.reduce(
    (sum, pid) => sum + bytesIn(`/proc/${pid}/smaps_rollup`, /^Pss_Shmem:\s{1,20}(\d{1,15}) kB$/m),
    0,
  )
}

/** Bytes of unnamed files that processes hold in memory (`memfd_create`), each file once. */
function filesInMemory(pids: readonly number[]): number {
  const found = new Map<number, number>()
  for (const pid of pids) {
    for (const path of descriptorsOf(pid)) {
      try {
        if (!readlinkSync(path).startsWith("/memfd:")) continue
        const { ino, blocks } = statSync(path)
        found.set(ino, blocks * 512)
      } catch {
        // It was closed meanwhile.
      }
    }
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0)
}

const MOST_DESCRIPTORS = 1024

/** Paths of the files that a process holds open, up to 1024. */
export function descriptorsOf(pid: number): readonly string[] {
  try {
    const names = readdirSync(`/proc/${pid}/fd`)
    return names.slice(0, MOST_DESCRIPTORS).map((name) => `/proc/${pid}/fd/${name}`)
  } catch {
    return []
  }
}

function bytesIn(path: string, kilobytes: RegExp): number {
  try {
    return Number(kilobytes.exec(readFileSync(path, "latin1"))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
