import { type FSWatcher, watch } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

/** Files in folders watched one by one: Node's own recursive watch on Linux opens every file of node_modules. */
export interface FolderEvents {
  /** Watches a folder once, however often it is asked. Throws the system's error when it can watch no more. */
  add(folder: string): void
  /** Forgets a folder that is gone or was replaced, and everything below it. */
  forget(folder: string): void
  /** The changed paths, once the changes have settled; null when stopped. Rejects when watching fails. */
  batch(signal: AbortSignal): Promise<ReadonlySet<string> | null>
  close(): void
}

/** After this much quiet, related writes are complete. */
const SETTLE_MS = 100
/** Longest wait for quiet, because a log may never be quiet. */
const MOST_MS = 2000

export function watchFolders(): FolderEvents {
  const watchers = new Map<string, FSWatcher>()
  let pending = new Set<string>()
  let failure: Error | null = null
  let events = 0
  let wake = (): void => {}
  const happened = (): void => {
    events += 1
    wake()
  }
  return {
    add(folder) {
      if (watchers.has(folder)) return
      const watcher = watch(folder)
      watcher.on("change", (_what, name) => {
        pending.add(join(folder, String(name ?? "")))
        happened()
      })
      watcher.on("error", (error) => {
        failure ??= error
        happened()
      })
      watchers.set(folder, watcher)
    },
    forget(folder) {
      for (const [path, watcher] of watchers) {
        if (path !== folder && !path.startsWith(join(folder, "/"))) continue
        watcher.close()
        watchers.delete(path)
      }
    },
    async batch(signal) {
      while (!signal.aborted && pending.size === 0 && failure === null) {
        await new Promise<void>((resolve) => {
          wake = () => {
            signal.removeEventListener("abort", wake)
            resolve()
          }
          signal.addEventListener("abort", wake)
        })
      }
      const end = performance.now() + MOST_MS
      for (let known = -1; known !== events && performance.now() < end && !signal.aborted;) {
        known = events
        await setTimeout(SETTLE_MS, null, { signal }).catch(() => null)
      }
      if (signal.aborted) return null
      if (failure !== null) throw failure
      const settled = pending
      pending = new Set()
      return settled
    },
    close() {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}
