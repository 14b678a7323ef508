import { spawnSync } from "node:child_process"

/** What `npm run figures -- --publish` writes itself does not make a work tree dirty. */
const OWN_FILE = ":!scripts/lab/figures/published.json"

/**
 * The commit that is checked out, as a short hash, whether the work tree differs from it, and today's date in UTC.
 * `commit` is "none" where git does not answer.
 */
export function gitState(root) {
  const commit = git(root, ["rev-parse", "--short=7", "HEAD"])
  const changed = git(root, ["status", "--porcelain", "--", ".", OWN_FILE])
  return { commit: commit ?? "none", dirty: changed !== "", date: new Date().toISOString().slice(0, 10) }
}

function git(cwd, args) {
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 })
  return status === 0 ? stdout.trim() : undefined
}
