import { ForgeError, type NewPullRequest } from "../forge.ts"
import { branchTips, isAncestor } from "./merge.ts"
import { pullRecord, type PullRecord } from "./record.ts"

/** What a hosting service refuses is refused. */
export async function newPull(
  repository: string,
  { head, base, title, body }: NewPullRequest,
): Promise<Omit<PullRecord, "number">> {
  if (head === base) throw refused(`${head} cannot go to itself`)
  const tips = await branchTips(repository, [head, base])
  const head_commit = tips.get(head)
  const base_commit = tips.get(base)
  if (head_commit === undefined) throw refused(`the forge has no branch ${head}; push it first`)
  if (base_commit === undefined) throw refused(`the forge has no branch ${base}`)
  if (await isAncestor(repository, head_commit, base_commit))
    throw refused(`${head} has no commit that ${base} lacks`)
  const { data, error } = pullRecord.safeParse({
    number: 1,
    title,
    head,
    base,
    body,
    draft: true,
    state: "open",
    head_commit,
    merged_commit: null,
    opened_at: new Date().toISOString(),
    comments: [],
  })
  if (data === undefined)
    throw refused(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "))
  const { number: _, ...pull } = data
  return pull
}

function refused(why: string): ForgeError {
  return new ForgeError(`the pull request cannot be opened: ${why}`, { retryable: false })
}
