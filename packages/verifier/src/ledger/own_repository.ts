import { realpath } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { requireGit } from "@proofloop/foundation/git"

/**
 * Whether git has a ledger, or a link on the way to it, in the index or in one of these commits: the builder of a change
 * could then have written its verdicts. Rejects with GitError.
 */
export async function isInRepository(
  root: string,
  ledger: string,
  commits: readonly string[],
): Promise<boolean> {
  const top = await realpath((await requireGit(root, ["rev-parse", "--show-toplevel"])).replace(/\n$/, ""))
  const named = resolve(await realpath(root), relative(resolve(root), resolve(ledger)))
  const folder = await realpath(dirname(ledger)).catch(() => dirname(named))
  const paths = [named, join(folder, basename(ledger))].flatMap((path) => stepsTo(relative(top, path)))
  if (paths.length === 0) return false
  const listings = [
    ["ls-files", "-z"],
    ...commits.map((commit) => ["ls-tree", "-r", "-z", "--name-only", commit]),
  ]
  for (const listing of listings) {
    const listed = (await requireGit(top, [...listing, "--", ...paths])).split("\0")
    if (listed.some((path) => paths.includes(path))) return true
  }
  return false
}

/** "a/b" is reached by way of "a", which may be a link. None for what lies outside. */
function stepsTo(path: string): readonly string[] {
  const names = path.split(sep)
  if (names[0] === ".." || isAbsolute(path)) return []
  return names.map((_, index) => names.slice(0, index + 1).join("/"))
}
