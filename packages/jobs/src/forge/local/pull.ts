import { git, requireGit } from "@proofloop/foundation/git"
import { isCommitId } from "../branch_name.ts"
import { ForgeError } from "../forge_error.ts"
import { mergesInto } from "../merges_into.ts"
import type { NewPullRequest, PullRequest } from "../pulls.ts"
import { LONGEST_BODY, type PullRecord, pullRecord } from "./record.ts"

/** The state of a pull request, and its branches; null: one is gone, or the state does not depend on them. */
interface PullState extends Pick<PullRequest, "state" | "merged_commit" | "head_commit"> {
  readonly tips: Related | null
}

/** The state of a pull request: git's history of its commits decides, and for a squash its record. */
export async function stateOf(repository: string, pull: PullRecord): Promise<PullState> {
  const { head_commit, merged_commit } = pull
  const base_name = `refs/heads/${pull.base}`
  const over = { head_commit, tips: null } as const
  if (merged_commit !== null) {
    const merged = await related(repository, merged_commit, base_name)
    if (merged?.is_held === true) return { ...over, state: "merged", merged_commit }
    const message = `pull request ${pull.number} says it is merged as ${pull.merged_commit}, which is not on ${pull.base}`
    throw new ForgeError(message, { retryable: false })
  }
  if (pull.state === "closed") return { ...over, state: "closed", merged_commit: null }
  const of_branch = await related(repository, `refs/heads/${pull.head}`, base_name)
  const tip = of_branch?.one ?? (await branchTips(repository, [pull.head])).get(pull.head) ?? null
  const tips = of_branch ?? (await related(repository, head_commit, base_name))
  // As on a hosting service, a branch that was deleted without a merge closes its pull request.
  if (tip === null && tips?.is_held !== true) return { ...over, state: "closed", merged_commit: null }
  if (tips === null) return { head_commit: tip ?? head_commit, tips, state: "open", merged_commit: null }
  const { one: head, other: base, is_held } = tips
  if (!is_held) return { head_commit: head, tips, state: "open", merged_commit: null }
  return { ...over, head_commit: head, state: "merged", merged_commit: await mergeOf(repository, head, base) }
}

/** Whether an open pull request merges without a conflict. */
export async function mergeableOf(
  repository: string,
  { tips }: PullState,
): Promise<PullRequest["mergeable"]> {
  if (tips === null) return "unknown"
  const { one: head, other: base, is_ahead } = tips
  return is_ahead ? "yes" : (await mergesInto(repository, { base, head }, at(repository))).mergeable
}

interface Related {
  readonly one: string
  readonly other: string
  /** Whether the other commit is, or comes after, the one. */
  readonly is_held: boolean
  /** Whether the one is, or comes after, the other. */
  readonly is_ahead: boolean
}

/** Two commits by their names, asked at once; null: git does not know them both. */
async function related(repository: string, one: string, other: string): Promise<Related | null> {
  const asked = await git(repository, ["rev-parse", `${one}...${other}`], at(repository))
  // Git names the second first, and after both their last common commits.
  const [second = "", first = "", ...common] = asked.stdout.split("\n")
  if (asked.exit_code !== 0 || !isCommitId(first) || !isCommitId(second)) return null
  const holds = (commit: string) => common.includes(`^${commit}`)
  return { one: first, other: second, is_held: holds(first), is_ahead: holds(second) }
}

async function branchTips(
  repository: string,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = branches.map((branch) => `refs/heads/${branch}`)
  const format = "--format=%(objectname) %(refname)"
  const listed = await requireGit(repository, ["for-each-ref", format, ...names], at(repository))
  const tips = new Map<string, string>()
  for (const line of listed.split("\n")) {
    const [commit = "", name = ""] = line.split(" ")
    // A pattern matches what is below it as well.
    const branch = branches[names.indexOf(name)]
    if (branch !== undefined && isCommitId(commit)) tips.set(branch, commit)
  }
  return tips
}

/** Without it git refuses a bare repository. */
export function at(repository: string): { readonly env: Readonly<Record<string, string>> } {
  return { env: { GIT_DIR: repository } }
}

/** The first commit of the base branch's own line that holds `head`: the merge, or `head` itself after a fast-forward. */
async function mergeOf(repository: string, head: string, base: string): Promise<string> {
  const range = `${head}..${base}`
  const list = (...args: string[]) => requireGit(repository, ["rev-list", ...args, range], at(repository))
  const holding = new Set((await list("--ancestry-path")).split("\n"))
  const line = (await list("--first-parent", "--parents")).split("\n").filter((text) => text !== "")
  const own = line.map((text) => text.split(" ")).filter(([commit = ""]) => holding.has(commit))
  const [merge, first_parent] = own.at(-1) ?? []
  return merge === undefined || first_parent === head ? head : merge
}

/** Merges as a hosting service does, without a work tree; resolves to the commit on the base branch. Needs git 2.38. */
export async function mergePull(repository: string, pull: PullRecord, squash: boolean): Promise<string> {
  const tips = await branchTips(repository, [pull.head, pull.base])
  const [head, base] = [tips.get(pull.head), tips.get(pull.base)]
  if (head === undefined || base === undefined) {
    const gone = head === undefined ? pull.head : pull.base
    throw new ForgeError(`pull request ${pull.number}: the branch ${gone} is gone`, { retryable: false })
  }
  const { mergeable, tree } = await mergesInto(repository, { base, head }, at(repository))
  if (mergeable !== "yes") {
    const why = mergeable === "conflict" ? "it conflicts with its base" : "git 2.38 is needed"
    throw new ForgeError(`pull request ${pull.number} cannot be merged: ${why}`, { retryable: false })
  }
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

/** What a hosting service refuses is refused. */
export async function newPull(
  repository: string,
  { head, base, title, body, draft = true }: NewPullRequest,
): Promise<Omit<PullRecord, "number">> {
  if (head === base) throw refused(`${head} cannot go to itself`)
  const tips = await related(repository, `refs/heads/${head}`, `refs/heads/${base}`)
  if (tips === null) {
    const is_pushed = (await branchTips(repository, [head])).has(head)
    throw refused(
      is_pushed ? `the forge has no branch ${base}` : `the forge has no branch ${head}; push it first`,
    )
  }
  if (tips.is_held) throw refused(`${head} has no commit that ${base} lacks`)
  const { data, error } = pullRecord.safeParse({
    number: 1,
    title,
    head,
    base,
    body,
    draft,
    state: "open",
    head_commit: tips.one,
    merged_commit: null,
    opened_at: new Date().toISOString(),
    comments: [],
  })
  if (data === undefined)
    throw refused(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "))
  const { number: _, ...pull } = data
  return pull
}

export function rewritten(pull: PullRecord, body: string): PullRecord {
  if (body.length <= LONGEST_BODY) return { ...pull, body }
  throw new ForgeError(`a body has at most ${LONGEST_BODY} characters`, { retryable: false })
}

function refused(why: string): ForgeError {
  return new ForgeError(`the pull request cannot be opened: ${why}`, { retryable: false })
}
