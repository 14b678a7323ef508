import { createFileEntries, type FileEntry } from "./file_entries.ts"
import type { ReadFiles } from "./open.ts"

const LEAST_MS = 20

/**
 * Looks again and again at some files below `root`, and says which of them showed other content than `before`, or
 * were missing, at two looks in a row. A file that is only written anew shows a piece of itself for less than that.
 */
export function watchContents(
  root: string,
  before: ReadFiles,
  paths: readonly string[],
): { readonly others: ReadonlySet<string>; readonly stop: () => Promise<void> } {
  const entries = createFileEntries(root)
  const watched = [...before.entries.keys()].filter((path) =>
    paths.some((named) => path === named || (named.endsWith("/") && path.startsWith(named))),
  )
  const looked = new Map<string, FileEntry | null>()
  const others = new Set<string>()
  let is_over = false
  let wake = (): void => undefined
  const look = async (): Promise<void> => {
    for (const path of watched) {
      const now = await entries.entryOf({ path })
      const is_other = now?.text !== before.entries.get(path)?.text
      if (is_other && looked.has(path) && looked.get(path)?.text === now?.text) others.add(path)
      looked.set(path, now)
    }
  }
  const watch = async (): Promise<void> => {
    while (!is_over && watched.length > 0) {
      const began = performance.now()
      await look()
      const pause_ms = Math.max(LEAST_MS, 4 * (performance.now() - began))
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pause_ms)
      })
    }
  }
  const watching = watch().catch(() => undefined)
  return {
    others,
    async stop() {
      is_over = true
      wake()
      await watching
    },
  }
}
