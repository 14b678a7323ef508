import { type Dirent, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { plural } from "../text/plural.ts"
import { git } from "./git.ts"
import { isStatePath } from "./state_paths.ts"
import { createSlices } from "./work_files/slices.ts"

const MOST_LOOKS = 100_000
const MOST_NAMES = 64

/**
 * What git ignores below `root` and somebody wrote to after `since_ms` and before `until_ms`: a path, or a folder with
 * the number of its files. At most 64, and the last one says so where not all could be looked at. null outside of git.
 */
export async function ignoredWrites(
  root: string,
  { since_ms, until_ms }: { readonly since_ms: number; readonly until_ms: number },
): Promise<readonly string[] | null> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
  const listed = await git(root, args)
  if (listed.exit_code !== 0) return null
  const slices = createSlices()
  let looks = 0
  const writtenIn = async (path: string, is_moved = isMoved(join(root, path))): Promise<number> => {
    if (looks >= MOST_LOOKS || isStatePath(path)) return 0
    looks += 1
    if (slices.isOver()) await slices.next()
    const entries = entriesIn(join(root, path))
    let count = 0
    for (const entry of entries) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) count += await writtenIn(inner, is_moved || isMoved(join(root, inner)))
      else if (is_moved || isWritten(join(root, inner))) count += 1
    }
    looks += entries.length
    return count
  }
  const isWithin = (time_ms = 0): boolean => time_ms > since_ms && time_ms < until_ms
  const isWritten = (place: string): boolean => isWithin(lstatSync(place, { throwIfNoEntry: false })?.ctimeMs)
  // A folder that came here by another name, with what it holds: its status changed, and its list of names did not.
  const isMoved = (place: string): boolean => {
    const stats = lstatSync(place, { throwIfNoEntry: false })
    return isWithin(stats?.ctimeMs) && (stats?.mtimeMs ?? 0) <= since_ms
  }
  const found: string[] = []
  for (const path of listed.stdout.split("\0").filter((name) => name !== "")) {
    const is_folder = path.endsWith("/")
    const count = is_folder ? await writtenIn(path.slice(0, -1)) : Number(isWritten(join(root, path)))
    if (count > 0) found.push(is_folder ? `${path} (${plural(count, "file")})` : path)
  }
  const rest = looks >= MOST_LOOKS || found.length > MOST_NAMES
  return rest ? [...found.slice(0, MOST_NAMES - 1), "and more that was not looked at"] : found
}

/** Empty where nobody may list it, or it is gone. */
function entriesIn(place: string): readonly Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true })
  } catch {
    return []
  }
}
