import { posix } from "node:path"
import { requireGit } from "@proofloop/foundation/git"

const NAMES: ReadonlySet<string> = new Set([
  "conftest.py",
  "sitecustomize.py",
  "usercustomize.py",
  "pytest.ini",
  ".pytest.ini",
  "tox.ini",
])
const CONFIG = /^(?:vitest\.(?:config|workspace|setup)|jest\.(?:config|setup)|\.mocharc)\.\w{1,5}$/

/**
 * What a commit has changed of the files that a runner loads by itself beside a test. They belong to the test: replacing
 * code there turns it green without a fix. Paths are relative to `root`; what is gone is not among them. Rejects with GitError.
 */
export async function changedHarness(
  root: string,
  { base, commit }: { readonly base: string; readonly commit: string },
): Promise<readonly string[]> {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", "--diff-filter=d"]
  const changed = (await requireGit(root, [...args, base, commit, "--"])).split("\0")
  return changed.filter((path) => isHarness(posix.basename(path)))
}

function isHarness(name: string): boolean {
  return NAMES.has(name) || CONFIG.test(name)
}
