import { git, requireGit } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { ForgeError } from "../forge.ts"
import { at, branchTips } from "./merged_as.ts"
import type { PullRecord } from "./record.ts"

/** Merges as a hosting service does, without a work tree; resolves to the commit on the base branch. Needs git 2.38. */
export async function mergePull(repository: string, pull: PullRecord, squash: boolean): Promise<string> {
  const tips = await branchTips(repository, [pull.head, pull.base])
  const [head, base] = [tips.get(pull.head), tips.get(pull.base)]
  if (head === undefined || base === undefined) {
    const gone = head === undefined ? pull.head : pull.base
    throw new ForgeError(`pull request ${pull.number}: the branch ${gone} is gone`, { retryable: false })
  }
  const merged = await git(
    repository,
    ["merge-tree", "--write-tree", "--name-only", base, head],
    at(repository),
  )
  if (merged.exit_code !== 0) {
    const why = merged.exit_code === 1 ? "it conflicts with its base" : cutCodePoints(merged.stderr, 300)
    throw new ForgeError(`pull request ${pull.number} cannot be merged: ${why}`, { retryable: false })
  }
  const tree = merged.stdout.split("\n", 1)[0] ?? ""
  const parents = ["-p", base, ...(squash ? [] : ["-p", head])]
  const message = squash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${pull.head}`
  const written = await requireGit(
    repository,
    ["commit-tree", tree, ...parents, "-m", message],
    at(repository),
  )
  const commit = written.trim()
  await requireGit(repository, ["update-ref", `refs/heads/${pull.base}`, commit, base], at(repository))
  return commit
}
