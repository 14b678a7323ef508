import { join } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { runDifferential } from "./differential.ts"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, sharedRepository } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"

/** A repository with a bug, its fix, and the differential of any test text on both, or on the base alone. */
export function sharedFix() {
  const repository = sharedRepository()
  let made: Promise<string> | undefined

  /** The fix on its branch, made once. */
  function fixCommit(): Promise<string> {
    const { root, base } = repository
    made ??= makeFix({ root, base_commit: base, branch: fixBranch("fb-1"), edits: [GOOD_EDIT] }).then(
      ({ commit }) => commit,
    )
    return made
  }

  async function differential(content: string, is_fixed = true) {
    const { root, base } = repository
    const fix = await fixCommit()
    const path = "tests/add.test.mjs"
    const written = await commitOf(path, content, fix)
    const test = { path, command: `node --test ${path}`, commit: written }
    return runDifferential({
      rooms: HOST_ROOMS,
      root,
      base_commit: base,
      fix_commit: is_fixed ? fix : base,
      test,
    })
  }

  /** A commit with one more file; no branch has it. */
  async function commitOf(path: string, content: string, parent: string): Promise<string> {
    const { root } = repository
    const blob = await git(root, ["hash-object", "-w", "--stdin"], { input: content })
    const env = { GIT_INDEX_FILE: join(root, ".git", "scratch-index") }
    await requireGit(root, ["read-tree", parent], { env })
    const entry = `100644,${blob.stdout.trim()},${path}`
    await requireGit(root, ["update-index", "--add", "--cacheinfo", entry], { env })
    const tree = (await requireGit(root, ["write-tree"], { env })).trim()
    return (await requireGit(root, ["commit-tree", tree, "-p", parent, "-m", "test"])).trim()
  }
  return { repository, fixCommit, differential }
}
