import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { git } from "./git.ts"
import { isStatePath } from "./state_paths.ts"

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
  let looks = 0
  const writtenIn = async (path: string): Promise<number> => {
    if (looks >= MOST_LOOKS || isStatePath(path)) return 0
    looks += 1
    const stats = await lstat(join(root, path)).catch(() => null)
    if (stats?.isDirectory() !== true) {
      const at = stats?.ctimeMs ?? 0
      return at > since_ms && at < until_ms ? 1 : 0
    }
    let count = 0
    for (const name of await readdir(join(root, path)).catch(() => []))
      count += await writtenIn(`${path}/${name}`)
    return count
  }
  const found: string[] = []
  for (const path of listed.stdout.split("\0").filter((name) => name !== "")) {
    const count = await writtenIn(path.replace(/\/$/, ""))
    if (count > 0) found.push(path.endsWith("/") ? `${path} (${count} file${count === 1 ? "" : "s"})` : path)
  }
  const rest = looks >= MOST_LOOKS || found.length > MOST_NAMES
  return rest ? [...found.slice(0, MOST_NAMES - 1), "and more that was not looked at"] : found
}
