import { readdirSync, readFileSync } from "node:fs"
import { readProcessStat } from "../process/process_stat.ts"

export interface WatchLimits {
  readonly max_memory_bytes: number
  readonly max_processes: number
}

export type WatchedLimit = keyof WatchLimits

const INTERVAL_MS = 250

/**
 * Looks four times a second at the descendants of a process and calls `onExceeded` once, with the first limit that they exceed
 * together. Does nothing where the system does not tell: only Linux does. Returns what stops it.
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
  const bytes = pids.reduce((sum, pid) => sum + memoryOf(pid), 0)
  return bytes > max_memory_bytes ? "max_memory_bytes" : null
}

/** In a room nobody gets another parent than one of the room. */
function descendantsOf(pid: number): readonly number[] {
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

/** Bytes that a process holds of its own; what it shares with others counts for none of them. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s{1,20}(\d{1,15}) kB$/m.exec(
      readFileSync(`/proc/${pid}/status`, "latin1"),
    )?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
