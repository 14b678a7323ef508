import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { git, initRepository, isRepository } from "@proofloop/foundation/git"
import { sha256Hex } from "@proofloop/foundation/text"
import type { Forge } from "@proofloop/jobs/forge"

/** Our clone of a forge's repository, without files; made if missing. Rejects with ForgeError and GitError. */
export async function openClone(state_dir: string, forge: Forge, signal?: AbortSignal): Promise<string> {
  const name = sha256Hex(`${forge.name}\n${await forge.repository(signal)}`).slice(0, 24)
  const root = join(state_dir, "clones", name)
  await mkdir(root, { recursive: true, mode: 0o700 })
  // Twice at once does no harm.
  if (!(await isRepository(root))) await initRepository(root)
  return root
}

/** Fetches commits of another machine into our clone. Rejects with ForgeError. */
export async function bringCommits(
  { root, forge }: { readonly root: string; readonly forge: Forge },
  commits: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const commit of new Set(commits)) {
    const known = await git(root, ["cat-file", "-e", `${commit}^{commit}`])
    if (known.exit_code !== 0) await forge.git.fetchCommit(root, commit, signal)
  }
}
