import { lstatSync } from "node:fs"
import { join } from "node:path"
import { readPlainFile } from "../../files/plain_file.ts"
import type { ReadFiles } from "./open.ts"

const LEAST_MS = 10
const LARGEST = 4 * 1024 * 1024

/**
 * Looks again and again at some files below `root`, and collects those that showed other content than `before`, or
 * were missing at two looks in a row. A file that is written anew with what it held shows the beginning of that alone.
 */
export function watchContents(
  root: string,
  before: ReadFiles,
  paths: readonly string[],
): { readonly others: ReadonlySet<string>; readonly stop: () => Promise<void> } {
  const others = new Set<string>()
  const missing = new Set<string>()
  const watched = new Map(
    [...before.entries.keys()]
      .filter((path) =>
        paths.some((named) => path === named || (named.endsWith("/") && path.startsWith(named))),
      )
      .map((path) => [path, bytesOf(join(root, path))]),
  )
  const times = new Map<string, bigint>()
  let is_over = false
  let wake = (): void => undefined
  const look = (): void => {
    for (const [path, known] of watched) {
      const place = join(root, path)
      const ctime = lstatSync(place, { bigint: true, throwIfNoEntry: false })?.ctimeNs
      if (ctime !== undefined && times.get(path) === ctime) continue
      const now = ctime === undefined ? null : bytesOf(place)
      if (now === null ? missing.has(path) : known?.subarray(0, now.length).equals(now) !== true)
        others.add(path)
      if (now === null) missing.add(path)
      else missing.delete(path)
      if (ctime !== undefined) times.set(path, ctime)
    }
  }
  const watch = async (): Promise<void> => {
    while (!is_over && watched.size > 0) {
      const began = performance.now()
      look()
      const pause_ms = Math.max(LEAST_MS, 2 * (performance.now() - began))
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

/** null: no plain file of moderate size. */
function bytesOf(place: string): Buffer | null {
  try {
    const bytes = readPlainFile(place, { bytes: LARGEST + 1, way: "read_no_link" })
    return bytes.length > LARGEST ? null : bytes
  } catch {
    return null
  }
}
