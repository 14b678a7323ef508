import { type Dirent, lstatSync, readdirSync, readlinkSync, statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { descendantsOf, descriptorsOf } from "./watch_processes.ts"

export interface DiskWatch {
  readonly folders: readonly string[]
  /** Changes from then on count; milliseconds since the epoch. */
  readonly since: number
  /** Its descendants may hold deleted files open. */
  readonly pid: number
  readonly max_disk_bytes: number
}

const LOOK_MS = 250
/** Least time between two counts; counting takes about a twentieth of all time. */
const PAUSE_MS = 1000
const PAUSE_FACTOR = 20
const TICK_MS = 20
/** The size of an entry without content. */
const ENTRY_BYTES = 1024
/** A disk with less free space is about to be full. */
const LITTLE_BYTES = 2 ** 30
const ENTRIES_A_TURN = 500

/**
 * Counts from time to time what is written in these folders, and at once when a disk loses a quarter of the limit.
 * Calls `onExceeded` once above `max_disk_bytes`, or when a disk lost that much and is about to be full. Returns a
 * function that stops it.
 */
export function watchDisk(watch: DiskWatch, onExceeded: () => void): () => void {
  const stopped = new AbortController()
  const began_with = freeBytes(watch.folders)
  let counted_with = began_with
  let due_at = performance.now() + PAUSE_MS
  let is_counting = false
  const count = async (): Promise<void> => {
    const started_at = performance.now()
    const { made, changed } = await writtenBytes(watch, stopped.signal)
    // The earlier size of a changed file is unknown, so at most the disk's own loss counts as new.
    const written = made + Math.min(changed, lost(began_with, freeBytes(watch.folders)))
    due_at = performance.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - started_at))
    is_counting = false
    if (!stopped.signal.aborted && written > watch.max_disk_bytes) exceed()
  }
  const look = (): void => {
    const free = freeBytes(watch.folders)
    const is_nearly_full = Math.min(...free) < LITTLE_BYTES
    if (is_nearly_full && lost(began_with, free) > watch.max_disk_bytes) return exceed()
    const is_due = performance.now() >= due_at || lost(counted_with, free) > watch.max_disk_bytes / 4
    if (is_counting || !is_due) return
    is_counting = true
    counted_with = free
    void count()
  }
  const timer = setInterval(look, LOOK_MS)
  const stop = (): void => {
    clearInterval(timer)
    stopped.abort()
  }
  const exceed = (): void => {
    stop()
    onExceeded()
  }
  return stop
}

function freeBytes(folders: readonly string[]): readonly number[] {
  return folders.map((folder) => {
    try {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    } catch {
      return Number.POSITIVE_INFINITY
    }
  })
}

/** The folder whose disk lost most counts, because several may lie on one disk. */
function lost(before: readonly number[], now: readonly number[]): number {
  return Math.max(0, ...before.map((free, at) => free - (now[at] ?? free)).filter(Number.isFinite))
}

interface Written {
  /** Bytes of files that are new. */
  readonly made: number
  /** Bytes of earlier files that have changed. */
  readonly changed: number
}

/** Stops as soon as what is new is more than the limit. */
async function writtenBytes(watch: DiskWatch, signal: AbortSignal): Promise<Written> {
  const { folders, since, pid, max_disk_bytes } = watch
  const known = new Set<string>()
  const open = [...folders]
  let made = unnamedBytes(pid, known)
  let changed = 0
  let entries = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(folder)) {
      entries += 1
      if (entries % ENTRIES_A_TURN === 0) await turn()
      if (signal.aborted || made > max_disk_bytes) return { made, changed }
      const path = join(folder, entry.name)
      if (entry.isDirectory()) open.push(path)
      const found = bytesOf(path, since - TICK_MS, known)
      made += found.made
      changed += found.changed
    }
  }
  return { made, changed }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // It is gone, or forbidden.
    return []
  }
}

/** A file with several names counts once. Uses the change time: the modification time can be forged. */
function bytesOf(path: string, since: number, known: Set<string>): Written {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.ctimeMs < since) return { made: 0, changed: 0 }
  if (found.isFile() && found.nlink > 1) {
    const key = `${found.dev}:${found.ino}`
    if (known.has(key)) return { made: ENTRY_BYTES, changed: 0 }
    known.add(key)
  }
  const bytes = found.blocks * BLOCK_BYTES + ENTRY_BYTES
  const is_older = found.birthtimeMs > 0 && found.birthtimeMs < since
  return is_older ? { made: 0, changed: bytes } : { made: bytes, changed: 0 }
}

const BLOCK_BYTES = 512

/** Bytes of deleted files that processes still hold open. Linux only. */
function unnamedBytes(pid: number, known: Set<string>): number {
  let bytes = 0
  for (const path of descendantsOf(pid).flatMap(descriptorsOf)) {
    try {
      const found = statSync(path)
      const key = `${found.dev}:${found.ino}`
      if (!found.isFile() || found.nlink > 0 || known.has(key)) continue
      // Those in memory count there.
      if (readlinkSync(path).startsWith("/memfd:")) continue
      known.add(key)
      bytes += found.blocks * BLOCK_BYTES
    } catch {
      // It was closed meanwhile.
    }
  }
  return bytes
}
